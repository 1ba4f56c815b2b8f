import { forget, readText } from "./cookies.server";
import type { Session } from "./session.server";

/** What is kept between the password and the second factor, in a signed cookie that no script can read. */
interface Kept {
  challenge: string;
  /** By what it may be answered, beside a recovery code. */
  ways: { app: boolean; passkey: boolean };
  /** Where the way leads once both were right. */
  wanted: string | null;
}

export function keepChallenge({ cookies }: Session, { challenge, ways, wanted }: Kept): Promise<string> {
  const named = Object.entries(ways).flatMap(([way, open]) => (open ? [way] : []));
  return cookies.secondFactor.serialize(`${challenge} ${encodeURIComponent(wanted ?? "")} ${named.join(",")}`);
}

/** The step that this browser stands before, or null. */
export async function keptChallenge({ cookies }: Session, request: Request): Promise<Kept | null> {
  const [challenge = "", wanted = "", named = ""] = ((await readText(cookies.secondFactor, request)) ?? "").split(" ");
  if (challenge === "") return null;
  const ways = { app: named.includes("app"), passkey: named.includes("passkey") };
  return { challenge, ways, wanted: decodeURIComponent(wanted) || null };
}

export function forgetChallenge({ cookies }: Session): Promise<string> {
  return cookies.secondFactor.serialize("", forget);
}
