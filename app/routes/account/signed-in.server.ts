import type { User } from "~/features/accounts/schema";
import { sessionOf, type RequestArgs, type Session } from "~/session/session.server";

/** The signed-in person, in any role. A visitor signs in first and comes back to `path`. */
export async function signedIn(args: RequestArgs, path: string): Promise<{ session: Session; user: User }> {
  const session = await sessionOf(args);
  const user = await session.user();
  if (user) return { session, user };
  // This keeps the page and the posted fields.
  if (args.request.method === "POST") throw await session.exits.toSignIn();
  throw await session.redirect(`/login?redirect_uri=${encodeURIComponent(path)}`, {
    notice: { type: "danger", message: "Please sign in." },
  });
}
