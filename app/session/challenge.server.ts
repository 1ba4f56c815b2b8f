import { forget, readText } from "./cookies.server";
import type { Session } from "./session.server";

/** What is kept between the password and the second factor, in a signed cookie that no script can read. */
interface Kept {
  challenge: string;
  /** Where the way leads once both were right. */
  wanted: string | null;
}

export function keepChallenge({ cookies }: Session, { challenge, wanted }: Kept): Promise<string> {
  return cookies.secondFactor.serialize(`${challenge} ${encodeURIComponent(wanted ?? "")}`);
}

/** The step that this browser stands before, or null. */
export async function keptChallenge({ cookies }: Session, request: Request): Promise<Kept | null> {
  const [challenge = "", wanted = ""] = ((await readText(cookies.secondFactor, request)) ?? "").split(" ");
  return challenge === "" ? null : { challenge, wanted: decodeURIComponent(wanted) || null };
}

export function forgetChallenge({ cookies }: Session): Promise<string> {
  return cookies.secondFactor.serialize("", forget);
}
