import type { Generated } from "kysely";
import type { Json } from "./columns";

/* People, their stores and sessions, their carts and wishlists. */

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
  /** The merchant's own description of the stall, as its page shows it. */
  story: string;
  /** JSON with the trader's name, address and contact; null until they are given. */
  trader: Generated<string | null>;
  status: "active" | "waiting" | "suspended";
  /** The name in its searchable form, with which the searchText of each of its products ends. */
  searchName: Generated<string>;
  /** Where the stall can be found, in words. */
  place: Generated<string>;
  /** Opening hours, a line for each day or range of days. */
  opening: Generated<string>;
  bannerId: Generated<string | null>;
  /** First and last day of the holiday, in the marketplace's time zone; both or neither. */
  holidayFrom: Generated<string | null>;
  holidayUntil: Generated<string | null>;
  /** A product with this many pieces left or fewer runs low. */
  lowStockAt: Generated<number>;
  /** How many reviews of its products are shown, and the sum of their stars. */
  reviewCount: Generated<number>;
  reviewStars: Generated<number>;
  /** 1: the merchant gets a mail in the morning while something runs low. */
  stockMail: Generated<0 | 1>;
  /** When its status, its names or its merchant's name, address or telephone changed last. */
  updatedAt: Generated<string>;
  /** The day, in the marketplace's time zone, of the last mail about low stock. */
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
  /** Updated only now and then, see `keepAlive`. */
  lastUsedAt: Generated<string>;
  /** The session ends after this many seconds without use. */
  idleSeconds: Generated<number>;
  /** When the user last gave the password or the second factor; empty if that is not known. */
  provenAt: Generated<string>;
  /** 1 if the proof is good for one action only. */
  provenOnce: Generated<number>;
  expiresAt: string;
}

/** A token that a user has made for a program. */
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
  /** Updated only now and then; null before the first use. */
  lastUsedAt: string | null;
  expiresAt: string;
  /** A revoked token keeps its row until it expires, so that the form that made it cannot make it again. */
  revokedAt: string | null;
}

/** An authenticator app. It counts for nothing until it is confirmed. */
export interface AuthenticatorRow {
  userId: string;
  /** Encrypted, see `seal`. */
  secret: string;
  /** The newest time step whose code was used. Codes up to this step are refused. 0 before the first. */
  lastStep: number;
  /**
   * Identifies the use of that code, so that a lost response can be requested once more. Before the first use,
   * identifies the session that sets the app up.
   */
  lastUse: string;
  confirmedAt: string | null;
  createdAt: string;
}

/** A user's passkey: the public half of a pair of keys. */
export interface PasskeyRow {
  _id: string;
  userId: string;
  /** The authenticator's id for it, base64url; unique among all users. */
  credentialId: string;
  /** COSE, base64url. */
  publicKey: string;
  /** The authenticator's own count of its signatures; 0 for authenticators that do not count. */
  counter: number;
  /** How a browser reaches it (`internal`, `usb`, …), with spaces between. */
  transports: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** A challenge that a passkey is to sign. */
export interface FactorChallengeRow {
  /** SHA-256 of the challenge, hex. */
  hash: string;
  userId: string;
  /** The session or the sign-in step for which it is valid. */
  scope: string;
  /** SHA-256 of the response that has used it up; empty before. */
  answer: string;
  expiresAt: string;
}

/**
 * A change of an account's address. The row is kept until it is confirmed, and then for as long as it can be undone.
 */
export interface EmailChangeRow {
  _id: string;
  userId: string;
  oldEmail: string;
  newEmail: string;
  /** SHA-256 of the token in the link to the new address, hex. */
  confirmHash: string;
  /** SHA-256 of the token in the link to the old address; empty before the change is confirmed. */
  undoHash: string;
  doneAt: string | null;
  /** When the link that is valid now expires. */
  expiresAt: string;
  /** JSON of the second factor as it was when the change was requested; empty for older changes. */
  factorBefore: Generated<string>;
  /** JSON of the webhooks at that time. */
  webhooksBefore: Generated<string>;
}

/** A code for a user who has lost the authenticator app. */
export interface RecoveryCodeRow {
  userId: string;
  /** SHA-256, hex. */
  hash: string;
  /** Identifies its use; empty while it is valid. */
  usedBy: string;
  createdAt: string;
}

export interface CodeRow {
  email: string;
  purpose: "verify" | "reset" | "sign-in" | "sign-in-link";
  /** The browser that requested it, see `requesterOf`. Each browser has a code and tries of its own. */
  requester: string;
  hash: string;
  sentAt: string;
  expiresAt: string;
  triesLeft: number;
  /** The registration that this code completes, if an earlier one waits already; empty otherwise. */
  pending: string;
}

/** A link in a mail, or a browser's proof that it has access to a mailbox. Its holder needs no code. */
export interface AccountLinkRow {
  /** SHA-256 of the link's token, hex. */
  hash: string;
  userId: string;
  purpose: "verify" | "reset" | "proven";
  expiresAt: string;
}

/** The browser that began the sign-up of an account that waits to be verified. */
export interface SignUpClaimRow {
  userId: string;
  requester: string;
}

/** A browser in which somebody has signed in to an account before. */
export interface KnownBrowserRow {
  userId: string;
  /** SHA-256 of the token in its cookie, hex; of the network address for programs that have none. */
  browser: string;
  firstSeenAt: string;
  lastSeenAt: string;
}

/** A form that was posted when its session had just ended. */
export interface KeptFormRow {
  /** SHA-256 of the handle, hex. */
  hash: string;
  userId: string;
  /** SHA-256 of the browser's token, hex. */
  browser: string;
  /** The address of the page that has the form. */
  page: string;
  /** `[name, value][]`, without passwords, codes and cards. */
  entries: Json;
  /** Hash of the token of the session that has opened it; empty until then. */
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
  /** The price at which its buyer last saw it; 0 when that is unknown. */
  seenCents: Generated<number>;
  addedAt: string;
}

export interface WishlistLineRow {
  userId: string;
  productId: string;
  addedAt: string;
}
