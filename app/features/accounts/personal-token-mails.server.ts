import type { Db } from "~/platform/database/database.server";
import { mailTo, type Reader } from "~/platform/mail/send-mail.server";
import type { Services } from "~/platform/services.server";
import { AREAS, type Area, type Scope } from "./personal-token-schema";

/** Tells a person about a new token for the account, in the transaction that makes it. */
export async function mailTokenMade(
  db: Db,
  services: Pick<Services, "clock" | "config">,
  person: Reader,
  { name, scopes }: { name: string; scopes: Scope[] },
): Promise<void> {
  const { config } = services;
  const areas = scopes.map((scope) => {
    const [area, may] = scope.split(":");
    return `${AREAS[area as Area].title} (${may === "write" ? "read and change" : "read"})`;
  });
  await mailTo(db, services, person, "A token for programs was made", [
    `whoever has the token that is called ${name} opens this of your account: ${areas.join(", ")}.`,
    { button: "See my tokens", href: `${config.publicUrl}/security/tokens` },
    `If that was not you, choose a new password at once at ${config.publicUrl}/reset_password: that ends every session and every token. And write to us at ${config.market.email}.`,
  ]);
}
