import type { Generated } from "kysely";
import type { Json } from "./columns";

/* People, their stores and sessions, and what they have put aside. */

export interface UserRow {
  _id: string;
  /** Lower case; null once the account is deleted. */
  email: string | null;
  passwordHash: string;
  firstName: string;
  lastName: string;
  telephone: string;
  privilege: "buyer" | "merchant" | "operator";
  imageId: string | null;
  /** Billing fields as the billing form has them. */
  extras: Json;
  verifiedAt: string | null;
  deletedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Accounts of the demo: everybody can read their passwords. */
export interface DemoAccountRow {
  userId: string;
}

export interface StoreRow {
  userId: string;
  username: string;
  storeName: string;
  businessAddress: string;
  /** The stall in its merchant's words, as its page shows them. */
  story: string;
  /** JSON with who sells here, where and how to be written to; null while nothing is said. */
  trader: Generated<string | null>;
  status: "active" | "waiting" | "suspended";
  /** The name as the shop's search holds it, behind each of its products. */
  searchName: Generated<string>;
  /** Where it can be found, as people read it. */
  place: Generated<string>;
  /** When it is open, a line for each day or stretch of days. */
  opening: Generated<string>;
  bannerId: Generated<string | null>;
  /** First and last day of the holiday, as the marketplace counts them; both or neither. */
  holidayFrom: Generated<string | null>;
  holidayUntil: Generated<string | null>;
  /** A product with so many pieces left or fewer runs low, as its merchant sees it. */
  lowStockAt: Generated<number>;
  /** How many reviews of its products are shown, and the sum of their stars. */
  reviewCount: Generated<number>;
  reviewStars: Generated<number>;
  /** 1: the merchant is written to in the morning while something runs low. */
  stockMail: Generated<0 | 1>;
  /** When its status, its names or its merchant's name, address or telephone changed last. */
  updatedAt: Generated<string>;
  /** The day, as the marketplace counts it, on which they were last written to about it. */
  stockMailedOn: Generated<string | null>;
}

export interface StoreCategoryRow {
  userId: string;
  categoryId: string;
}

export interface TokenRow {
  /** SHA-256 of the token, hex. */
  hash: string;
  userId: string;
  /** The browser's name, in our words. */
  device: Generated<string>;
  createdAt: string;
  /** Now and then brought up to date, see `keepAlive`. */
  lastUsedAt: Generated<string>;
  /** After how many seconds without use it ends. */
  idleSeconds: Generated<number>;
  /** When its person last gave the password or the second factor; empty where that is not known. */
  provenAt: Generated<string>;
  /** 1 where the proof opens one action alone. */
  provenOnce: Generated<number>;
  expiresAt: string;
}

/** A token that somebody has made for a program. */
export interface PersonalTokenRow {
  _id: string;
  userId: string;
  /** SHA-256 of the token, hex. */
  hash: string;
  /** The owner's name for it. */
  name: string;
  /** The scopes that it opens, separated by spaces. */
  scopes: string;
  createdAt: string;
  /** Now and then brought up to date; null before the first use. */
  lastUsedAt: string | null;
  expiresAt: string;
  /** A revoked one keeps its row until its time is over, so that the form that made it cannot make it again. */
  revokedAt: string | null;
}

/** An app that shows codes. One that is not confirmed yet counts for nothing. */
export interface AuthenticatorRow {
  userId: string;
  /** Encrypted, see `seal`. */
  secret: string;
  /** The newest time step whose code was used: it and those before it are refused. 0 before the first. */
  lastStep: number;
  /**
   * The use of that code, so that a lost response can be requested once more. Before the first use, the session that
   * sets it up.
   */
  lastUse: string;
  confirmedAt: string | null;
  createdAt: string;
}

/** A passkey of somebody's: the public half of a pair of keys. */
export interface PasskeyRow {
  _id: string;
  userId: string;
  /** As the authenticator calls it, base64url; no two people have the same. */
  credentialId: string;
  /** COSE, base64url. */
  publicKey: string;
  /** How often the authenticator says that it has signed; 0 for those that do not count. */
  counter: number;
  /** How a browser reaches it (`internal`, `usb`, …), with spaces between. */
  transports: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** A word that a passkey is to sign. */
export interface FactorChallengeRow {
  /** SHA-256 of the word, hex. */
  hash: string;
  userId: string;
  /** The session or the step of signing in that it is good for. */
  scope: string;
  /** SHA-256 of the answer that has used it up; empty before. */
  answer: string;
  expiresAt: string;
}

/** A change of an account's address: until it is confirmed, and then for as long as it can be undone. */
export interface EmailChangeRow {
  _id: string;
  userId: string;
  oldEmail: string;
  newEmail: string;
  /** SHA-256 of the word in the link to the new address, hex. */
  confirmHash: string;
  /** SHA-256 of the word in the link to the old one; empty before it is confirmed. */
  undoHash: string;
  doneAt: string | null;
  /** When the link that is good now ceases to be. */
  expiresAt: string;
  /** JSON of the second factor as it was when the change was requested; empty for one that is older. */
  factorBefore: Generated<string>;
  /** JSON of the webhooks as they were then. */
  webhooksBefore: Generated<string>;
}

/** A code for who has lost the app. */
export interface RecoveryCodeRow {
  userId: string;
  /** SHA-256, hex. */
  hash: string;
  /** The use of it. Empty while it is valid. */
  usedBy: string;
  createdAt: string;
}

export interface CodeRow {
  email: string;
  purpose: "verify" | "reset" | "sign-in" | "sign-in-link";
  /** Which browser asked for it, as `requesterOf` tells it: every one has a code and tries of its own. */
  requester: string;
  hash: string;
  sentAt: string;
  expiresAt: string;
  triesLeft: number;
  /** The registration that this code completes, where an earlier one waits already; empty otherwise. */
  pending: string;
}

/** A link in a mail, or what a browser has proven of a mailbox: whoever has it needs no code. */
export interface AccountLinkRow {
  /** SHA-256 of the link's word, hex. */
  hash: string;
  userId: string;
  purpose: "verify" | "reset" | "proven";
  expiresAt: string;
}

/** Which browser began the sign-up of an account that waits to be verified. */
export interface SignUpClaimRow {
  userId: string;
  requester: string;
}

/** A browser in which somebody has signed in to an account before. */
export interface KnownBrowserRow {
  userId: string;
  /** SHA-256 of the word in its cookie, hex; of the network address for programs that have none. */
  browser: string;
  firstSeenAt: string;
  lastSeenAt: string;
}

/** A form that was posted when its session had just ended. */
export interface KeptFormRow {
  /** SHA-256 of the handle, hex. */
  hash: string;
  userId: string;
  /** SHA-256 of the browser's word, hex. */
  browser: string;
  /** The address where the form stands. */
  page: string;
  /** `[name, value][]`, without passwords, codes and cards. */
  entries: Json;
  /** Hash of the token of the session that has taken it up; empty until then. */
  openedBy: string;
  expiresAt: string;
}

export interface SignUpDraftRow {
  _id: string;
  payload: Json;
  updatedAt: string;
}

export interface PasswordLinkRow {
  hash: string;
  userId: string;
  expiresAt: string;
}

export interface CartLineRow {
  userId: string;
  productId: string;
  variantId: string;
  quantity: number;
  /** The price at which its buyer last saw it; 0 when that is not known. */
  seenCents: Generated<number>;
  addedAt: string;
}

export interface WishlistLineRow {
  userId: string;
  productId: string;
  addedAt: string;
}
