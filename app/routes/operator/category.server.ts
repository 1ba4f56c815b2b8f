import type { LoaderFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { formKey } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";

/**
 * What the pages about one category show: the category that the address names, and a key for what is posted about it.
 */
export async function categoryPage(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("operator");
  const { data: category } = await guarded(session, () =>
    orNotFound(
      read(session.api().operator.categories[":id"].$get({ param: { id: asked.params["categoryId"] ?? "" } })),
    ),
  );
  return { category, key: formKey() };
}

/** What of a posted category travels to the service: a browser posts an empty, unnamed file when none was chosen. */
export function categoryIn(
  form: FormData,
  fields: { title: string; tint: string },
): { title: string; tint: string; intendedFile?: File } {
  const file = form.get("intendedFile");
  return { ...fields, ...(file instanceof File && (file.size > 0 || file.name !== "") && { intendedFile: file }) };
}
