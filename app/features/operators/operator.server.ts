import type { UserRecord } from "~/features/accounts/queries.server";
import { signedIn, type ApiContext } from "~/platform/http/api.server";
import type { Operator } from "./audit.server";

/** The operator who asks; the authentication has looked the whole record up already. */
export async function operatorOf(c: ApiContext): Promise<Operator> {
  const { _id, firstName, lastName, email } = (await signedIn(c, "operator")) as UserRecord;
  return { _id, name: `${firstName} ${lastName}`.trim() || (email ?? "") };
}
