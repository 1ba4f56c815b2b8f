import type { User } from "~/features/accounts/schema";
import type { FoodKind } from "~/features/food-information/demands";
import { categoryPages } from "~/routes/shared/categories.server";
import type { Session } from "~/session/session.server";

/** A category as a choice, with its kind of food. */
export interface OwnCategory {
  value: string;
  label: string;
  kind: FoodKind;
}

/** The categories that the merchant's store sells in, for a select. Source: specification §5, Product form. */
export async function ownCategories(session: Session, user: User): Promise<OwnCategory[]> {
  const categoriesOfUser = new Set(user.businessCategory);
  const { docs } = await categoryPages(session);
  return docs
    .filter(({ _id }) => categoriesOfUser.has(_id))
    .map(({ _id, title, kind }) => ({ value: _id, label: title, kind }));
}
