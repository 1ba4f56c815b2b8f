import type { LoaderFunctionArgs } from "@remix-run/node";
import { readVersion } from "~/api/client";
import type { CategoryFields, OperatorCategory } from "~/features/catalogue/operator-schema";
import { openedWith, type FormValues } from "~/session/merged-form.server";
import { formKey } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";

/** The fields of a category's form, as they are saved. */
export const categoryValues = ({ title, tint, kind, demands }: OperatorCategory): FormValues => ({
  title,
  tint,
  kind,
  demands: new Set(demands),
});

/** The fields of a posted category as the service's multipart body has them: none ticked is an empty list. */
export const categoryFormOf = ({ demands = [], ...fields }: CategoryFields) => ({
  ...fields,
  demands: demands.join(","),
});

/**
 * Data of the pages about one category: the category that the address names, and a key for their forms.
 */
export async function categoryPage(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const { body, version } = await guarded(session, () =>
    orNotFound(
      readVersion(session.api().operator.categories[":id"].$get({ param: { id: args.params["categoryId"] ?? "" } })),
    ),
  );
  return { category: body.data, opened: openedWith(version, categoryValues(body.data)), key: formKey() };
}
