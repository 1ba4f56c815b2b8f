import type { User } from "~/features/accounts/schema";
import { categoryPages } from "~/routes/shared/categories.server";
import type { Session } from "~/session/session.server";

/** The categories that the merchant's store sells in, for a select. Source: specification §5, Product form. */
export async function ownCategories(session: Session, user: User): Promise<{ value: string; label: string }[]> {
  const own = new Set(user.businessCategory);
  const { docs } = await categoryPages(session);
  return docs.filter(({ _id }) => own.has(_id)).map(({ _id, title }) => ({ value: _id, label: title }));
}
