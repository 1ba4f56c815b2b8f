/** The most products or stalls that an account watches, of each kind; fewer for an address without an account. */
export const MOST_WATCHES = 100;
export const MOST_WATCHES_BY_ADDRESS = 20;

/** The kinds of mail that are not about an order. */
export const NOTICE_KINDS = ["messages", "reviews", "back", "stalls"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** A kind of mail as people read it. */
export const NOTICE_WORDS: Record<NoticeKind, { name: string; what: string }> = {
  messages: { name: "Messages", what: "When somebody has written to you, once an hour at most for a conversation." },
  reviews: { name: "Reviews", what: "Some days after goods have arrived, whether you would like to review them." },
  back: { name: "Back in stock", what: "Once, when something that you asked about can be bought again." },
  stalls: { name: "Stalls that you follow", what: "What they put on sale, in one mail a day at most." },
};
