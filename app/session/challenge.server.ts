import { forget, readText } from "./cookies.server";
import type { Session } from "./session.server";

/** The state between the password and the second factor, in a signed cookie that no script can read. */
interface Kept {
  challenge: string;
  /** The ways to answer it, besides a recovery code. */
  ways: { app: boolean; passkey: boolean };
  /** The page to go to once both were right. */
  wanted: string | null;
}

export function keepChallenge({ cookies }: Session, { challenge, ways, wanted }: Kept): Promise<string> {
  const wayNames = Object.entries(ways).flatMap(([way, open]) => (open ? [way] : []));
  return cookies.secondFactor.serialize(`${challenge} ${encodeURIComponent(wanted ?? "")} ${wayNames.join(",")}`);
}

/** The challenge that this browser still has to answer, or null. */
export async function keptChallenge({ cookies }: Session, request: Request): Promise<Kept | null> {
  const [challenge = "", target = "", wayNames = ""] = ((await readText(cookies.secondFactor, request)) ?? "").split(
    " ",
  );
  if (challenge === "") return null;
  const ways = { app: wayNames.includes("app"), passkey: wayNames.includes("passkey") };
  return { challenge, ways, wanted: decodeURIComponent(target) || null };
}

export function forgetChallenge({ cookies }: Session): Promise<string> {
  return cookies.secondFactor.serialize("", forget);
}
