import { formKey } from "~/session/form.server";
import type { Session } from "~/session/session.server";

/**
 * A key for the Add to Cart forms of a page, so that one posted twice adds once. Only for a signed-in buyer: a
 * visitor's cart lies in a cookie, where the same post has the same result, and a page that everybody gets must hold
 * no key.
 */
export async function keyForLists(session: Session): Promise<string | null> {
  if ((await session.user())?.privilege !== "buyer") return null;
  return session.template?.placeholder("formKey") ?? formKey();
}
