import type { Session } from "~/session/session.server";
import { localPath } from "~/session/areas";
import { forget, readText } from "~/session/cookies.server";

/* Cookies between the steps of a sign-up and of a reset, in signed cookies that no script can read. */

/** An address that was sent a code. */
export interface Kept {
  email: string;
  /** When the newest code was asked for, in milliseconds; 0 when it is not known. */
  sentAt: number;
  /** The code of a reset, once it was found right. */
  otp?: string;
  /** The word of a mailed link that was opened; the address need not be known then. */
  link?: string;
  /** Whether this browser has just proven the mailbox and has no password yet. */
  proven?: boolean;
}

/** Seconds between two codes; the service holds to them as well. Source: specification §9. */
const WAIT = 60;

/** Seconds until another code may be asked for. */
export function waitFor({ sentAt }: Kept): number {
  // Unknown: as if it had been just now. The service lets a code through that comes too late, never one too early.
  const since = sentAt === 0 ? 0 : (Date.now() - sentAt) / 1000;
  return Math.max(0, Math.min(WAIT, Math.ceil(WAIT - since)));
}

const write = ({ email, sentAt, otp = "", link = "", proven = false }: Kept) =>
  [email, sentAt, otp, link, proven ? "proven" : ""].join(" ");

/** An address alone can be read as well. */
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

/** The sign-up that waits for its code, or null when this browser has forgotten it. */
export async function keptSignUp(session: Session, request: Request): Promise<Kept | null> {
  return understand(await readText(session.cookies.signUp, request));
}

/** A cookie that keeps the address of a sign-up, whose code has just been sent. */
export function keepSignUp(session: Session, email: string): Promise<string> {
  return session.cookies.signUp.serialize(write({ email, sentAt: Date.now() }));
}

/** The same for the word of a link that was opened, so that it leaves the address bar. */
export function keepSignUpLink(session: Session, link: string): Promise<string> {
  return session.cookies.signUp.serialize(write({ email: "", sentAt: 0, link }));
}

/** The word of a mailed link in an address, or null for what cannot be one. */
export function linkIn(request: Request): string | null {
  const word = new URL(request.url).searchParams.get("link") ?? "";
  return /^[0-9a-f]{64}$/.test(word) ? word : null;
}

export function forgetSignUp(session: Session): Promise<string> {
  return session.cookies.signUp.serialize("", forget);
}

/** A cookie that keeps where the person wanted to go before signing up, as the address of the form says. */
export function keepWanted(session: Session, request: Request): Promise<string> {
  const target = localPath(new URL(request.url).searchParams.get("redirect_uri"));
  return session.cookies.wanted.serialize(target ?? "", target ? {} : forget);
}

/** Where the person wanted to go before signing up: a path on this site, or null. */
export async function keptWanted(session: Session, request: Request): Promise<string | null> {
  return localPath(await readText(session.cookies.wanted, request));
}

/** The address that waits for its code to sign in, or null. */
export async function keptSignIn(session: Session, request: Request): Promise<Kept | null> {
  return understand(await readText(session.cookies.signIn, request));
}

/** A cookie that keeps the address that was just mailed a code to sign in. */
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
