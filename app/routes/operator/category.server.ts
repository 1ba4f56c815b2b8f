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
