import { createMiddleware } from "hono/factory";
import type { UserRecord } from "~/features/accounts/queries.server";
import { signedIn, type ApiContext, type ApiEnv } from "~/platform/http/api.server";
import type { Operator } from "./audit.server";

/** Turns everyone but operators away before a payload is even looked at. */
export const operatorsOnly = createMiddleware<ApiEnv>(async (c, next) => {
  await signedIn(c, "operator");
  await next();
});

/** The operator who asks; the authentication has looked the whole record up already. */
export async function operatorOf(c: ApiContext): Promise<Operator> {
  const { _id, firstName, lastName, email } = (await signedIn(c, "operator")) as UserRecord;
  return { _id, name: `${firstName} ${lastName}`.trim() || (email ?? "") };
}
