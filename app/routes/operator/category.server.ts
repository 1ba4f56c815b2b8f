import type { LoaderFunctionArgs } from "@remix-run/node";
import { readVersion } from "~/api/client";
import type { CategoryFields, OperatorCategory } from "~/features/catalogue/operator-schema";
import { openedWith, type FormValues } from "~/session/merged-form.server";
import { formKey } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";

/** The saved fields of a category's form. */
export const categoryValues = ({ title, tint, kind, demands }: OperatorCategory): FormValues => ({
  title,
  tint,
  kind,
  demands: new Set(demands),
});

/** The fields of a posted category for the service's multipart body. Without a ticked demand, the list is empty. */
export const categoryFormOf = ({ demands = [], ...fields }: CategoryFields) => ({
  ...fields,
  demands: demands.join(","),
});

/** Data of the pages about one category: the category in the address, and a key for their forms. */
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
