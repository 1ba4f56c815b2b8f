import { comparedText, day, email, newPassword, personName } from "~/features/fields";
import { changes, searchQuery } from "~/features/pagination";
import { z } from "~/features/zod";

/* Operators' invitations, and users as operators see them. */

/** The token of an invitation's link: 256 bits as hex. */
const invitationToken = comparedText("The link", 200);
export const invitation = z.object({ token: invitationToken });
export const acceptInvitation = z.object({
  token: invitationToken,
  firstName: personName("First Name"),
  lastName: personName("Last Name"),
  password: newPassword,
});
/** The token of the link that a service without an operator prints at its start. */
const firstRunToken = comparedText("The link", 300);
export const firstRun = z.object({ token: firstRunToken });
export const inviteFirst = z.object({ token: firstRunToken, email });
export const invitedFirst = z.object({ token: z.string().describe("The word of the invitation's link.") });
export const market = z.object({ name: z.string() });
export const invited = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() });

export const usersQuery = searchQuery.extend({
  ...changes,
  day: day("The day").describe("YYYY-MM-DD, as the marketplace counts days: those who signed up then."),
});
export type UsersQuery = z.infer<typeof usersQuery>;

export const person = z
  .object({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    privilege: z.enum(["buyer", "merchant", "operator"]),
    verified: z.boolean(),
    createdAt: z.string(),
    secondFactor: z.boolean(),
    sessions: z.number().int().describe("Where the person is signed in now."),
  })
  .meta({ id: "OperatorUser" });
