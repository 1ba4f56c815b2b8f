import { formKey } from "~/session/form.server";
import type { Session } from "~/session/session.server";

/**
 * A key for the Add to Cart forms of a page, so that a form posted twice adds once. Only for a signed-in buyer. A
 * visitor's cart is in a cookie, where the same post has the same result. A page that is the same for everybody must
 * hold no key.
 */
export async function keyForLists(session: Session): Promise<string | null> {
  if ((await session.user())?.privilege !== "buyer") return null;
  return session.template?.placeholder("formKey") ?? formKey();
}
