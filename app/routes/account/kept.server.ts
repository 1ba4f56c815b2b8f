import type { Session } from "~/session/session.server";
import { localPath } from "~/session/areas";
import { forget, readText } from "~/session/cookies.server";

/* Data between the steps of a sign-up and of a reset, in signed cookies that no script can read. */

/** An address to which a code was sent. */
export interface Kept {
  email: string;
  /** When the newest code was asked for, in milliseconds; 0 when it is not known. */
  sentAt: number;
  /** The code of a reset, if it was found right. */
  otp?: string;
  /** The word of a mailed link that was opened. The address may be unknown then. */
  link?: string;
  /** Whether this browser has just proven that the mailbox is its user's, and has no password yet. */
  proven?: boolean;
}

/** Seconds between two codes. The service enforces them as well. Source: specification §9. */
const WAIT = 60;

/** Seconds until another code may be asked for. */
export function waitFor({ sentAt }: Kept): number {
  // If the moment is unknown, the wait counts from now. The service accepts a late request, but never an early one.
  const since = sentAt === 0 ? 0 : (Date.now() - sentAt) / 1000;
  return Math.max(0, Math.min(WAIT, Math.ceil(WAIT - since)));
}

const write = ({ email, sentAt, otp = "", link = "", proven = false }: Kept) =>
  [email, sentAt, otp, link, proven ? "proven" : ""].join(" ");

/** Reads a cookie's text. An address alone is enough. */
function understand(text: string | null): Kept | null {
  const [email = "", sentAt = "0", otp = "", link = "", proven = ""] = (text ?? "").split(" ");
  if (email === "" && link === "") return null;
  return {
    email,
    sentAt: Number(sentAt) || 0,
    ...(otp && { otp }),
    ...(link && { link }),
    ...(proven && { proven: true }),
  };
}

/** The sign-up that waits for its code. Null if this browser does not know one. */
export async function keptSignUp(session: Session, request: Request): Promise<Kept | null> {
  return understand(await readText(session.cookies.signUp, request));
}

/** A cookie with the address of a sign-up whose code has just been sent. */
export function keepSignUp(session: Session, email: string): Promise<string> {
  return session.cookies.signUp.serialize(write({ email, sentAt: Date.now() }));
}

/** A cookie with the word of a link that was opened, so that it leaves the address bar. */
export function keepSignUpLink(session: Session, link: string): Promise<string> {
  return session.cookies.signUp.serialize(write({ email: "", sentAt: 0, link }));
}

/** The word of a mailed link in an address. Null if it cannot be one. */
export function linkIn(request: Request): string | null {
  const word = new URL(request.url).searchParams.get("link") ?? "";
  return /^[0-9a-f]{64}$/.test(word) ? word : null;
}

export function forgetSignUp(session: Session): Promise<string> {
  return session.cookies.signUp.serialize("", forget);
}

/** A cookie with the page that the person wanted before signing up, as the form's address names it. */
export function keepWanted(session: Session, request: Request): Promise<string> {
  const target = localPath(new URL(request.url).searchParams.get("redirect_uri"));
  return session.cookies.wanted.serialize(target ?? "", target ? {} : forget);
}

/** The page that the person wanted before signing up: a path on this site, or null. */
export async function keptWanted(session: Session, request: Request): Promise<string | null> {
  return localPath(await readText(session.cookies.wanted, request));
}

/** The address that waits for its sign-in code, or null. */
export async function keptSignIn(session: Session, request: Request): Promise<Kept | null> {
  return understand(await readText(session.cookies.signIn, request));
}

/** A cookie with the address to which a sign-in code was just sent. */
export function keepSignIn(session: Session, email: string): Promise<string> {
  return session.cookies.signIn.serialize(write({ email, sentAt: Date.now() }));
}

/** The reset under way, or null. */
export async function keptReset(session: Session, request: Request): Promise<Kept | null> {
  return understand(await readText(session.cookies.reset, request));
}

export function keepReset(session: Session, draft: Kept): Promise<string> {
  return session.cookies.reset.serialize(write(draft));
}

export function forgetReset(session: Session): Promise<string> {
  return session.cookies.reset.serialize("", forget);
}
