import type { Flag } from "./columns";

/* Reviews of products by their buyers. */

/** A review: one of a buyer and a product. */
export interface ReviewRow {
  _id: string;
  productId: string;
  merchantId: string;
  /** Null once the buyer deleted the account. */
  buyerId: string | null;
  /** The line of an order that proves the purchase. */
  lineId: string;
  /** 1 to 5. */
  stars: number;
  /** Empty where only stars were given. */
  text: string;
  /** First name and initial; empty where it is shown without a name. */
  name: string;
  /** Rows of `reviewVotes`. */
  usefulCount: number;
  /** 1 if the stall has answered. */
  isAnswered: Flag;
  answer: string;
  answeredAt: string | null;
  hiddenAt: string | null;
  hiddenReason: string;
  /** Reports that no operator has decided on. */
  openReports: number;
  createdAt: string;
  changedAt: string | null;
  /** When its words, stars, pictures, answer or place in the list last changed; votes do not count. */
  updatedAt: string;
}

/** A picture of a review, counted from 0 within it. */
export interface ReviewPictureRow {
  reviewId: string;
  fileId: string;
  position: number;
}

/** A report of a review. It does not say who reported. */
export interface ReviewReportRow {
  _id: string;
  reviewId: string;
  reason: string;
  createdAt: string;
  settledAt: string | null;
}

/** A person who found a review useful. */
export interface ReviewVoteRow {
  reviewId: string;
  userId: string;
  createdAt: string;
}

/** A part of an order whose buyer was asked for reviews by mail. */
export interface ReviewRequestRow {
  partId: string;
  sentAt: string;
}
