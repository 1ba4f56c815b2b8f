import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { read } from "~/api/client";
import { login, type User } from "~/features/accounts/schema";
import { afterLogin } from "./areas";
import { forget } from "./cookies.server";
import { formKey } from "./form.server";
import { keepChallenge } from "./challenge.server";
import type { Session } from "./session.server";

export interface SignedIn {
  token: string;
  data: User;
}

/** The answer to a right password if a second factor is needed as well. */
export interface Challenge {
  challenge: string;
  ways: { app: boolean; passkey: boolean };
}

/** Checks a posted login form against the service. `request` must be unread: the strategy reads the form itself. */
export function authenticate(session: Session, request: Request): Promise<SignedIn | Challenge> {
  const authenticator = new Authenticator<SignedIn | Challenge>();
  authenticator.use(
    new FormStrategy(async ({ form }) =>
      read<SignedIn | Challenge>(session.api().user.login.$post({ json: login.parse(Object.fromEntries(form)) })),
    ),
    "password",
  );
  return authenticator.authenticate("password", request);
}

/** Redirects after the password: into the account, or to the step that asks for the second factor. */
export async function goOn(
  session: Session,
  answer: SignedIn | Challenge,
  target: string | null,
  cookies: string[] = [],
): Promise<Response> {
  if ("token" in answer) return welcome(session, answer, target, cookies);
  return session.redirect("/login/second_factor", {
    cookies: [...cookies, await keepChallenge(session, { ...answer, wanted: target })],
  });
}

/** Starts the session of a person who has just signed in, and redirects. A buyer's visitor lists go to the account. */
export async function welcome(
  session: Session,
  { token, data: user }: SignedIn,
  target: string | null,
  cookies: string[] = [],
): Promise<Response> {
  // An earlier session of this browser ends.
  if (session.token)
    await session
      .api()
      .user.logout.$post()
      .catch(() => undefined);
  cookies.push(await session.cookies.authToken.serialize(token), ...(await session.exits.forgetBegun()));
  const visitor = await session.lists.ofVisitor();
  if (user.privilege === "buyer" && visitor.carts.length + visitor.wishlist.length > 0) {
    await read(session.client.as(token, formKey()).user.lists.$post({ json: visitor }));
    cookies.push(
      await session.cookies.cartItems.serialize("", forget),
      await session.cookies.cartPrices.serialize("", forget),
      await session.cookies.wishlistItems.serialize("", forget),
    );
  }
  return session.redirect(afterLogin(user.privilege, target), { notice: "Login Successful", cookies });
}
