import { read } from "~/api/client";
import type { Category } from "~/features/catalogue/schema";
import type { Session } from "~/session/session.server";

const MOST_PAGES = 50;

/** The first `upTo` pages of the categories, in the operator's order, and whether there are more. */
export async function categoryPages(
  session: Session,
  upTo = MOST_PAGES,
): Promise<{ docs: Category[]; hasNextPage: boolean }> {
  const docs: Category[] = [];
  for (let page = 1; ; page++) {
    const { data } = await read(session.api().category.$get({ query: { page: String(page) } }));
    docs.push(...data.docs);
    if (!data.hasNextPage || page >= upTo) return { docs, hasNextPage: data.hasNextPage };
  }
}
