import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { ApiFailure, read } from "~/api/client";
import { forget } from "~/session/cookies.server";
import { sessionForAnyForm } from "~/session/session.server";

/** Signing out takes a post, so that a link on another site cannot do it. */
export function loader() {
  return redirect("/");
}

/** Ends the session. This browser keeps what was in the cart and the wishlist. Source: decisions OPEN-52. */
export async function action(args: ActionFunctionArgs) {
  // Logout on a page of an earlier account means that nobody is to be signed in here.
  const session = await sessionForAnyForm(args);
  const cookies = [await session.cookies.authToken.serialize("", forget), ...(await session.exits.forgetBegun())];
  try {
    if (session.token !== null) {
      cookies.push(...(await session.lists.keep(await session.lists.read())));
      await read(session.api().user.logout.$post());
    }
  } catch (failure) {
    // A dead token has nothing to revoke and no lists to keep.
    const dead = failure instanceof Response || (failure instanceof ApiFailure && failure.status === 401);
    if (!dead) throw failure;
  }
  const notice = { type: "success", message: "You are signed out.", leaves: true } as const;
  return session.redirect("/", { notice, cookies });
}
