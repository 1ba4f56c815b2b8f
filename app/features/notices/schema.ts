import { email, id } from "~/features/fields";
import { pushState } from "~/features/push/schema";
import { z } from "~/features/zod";
import { NOTICE_KINDS } from "./plain-schema";

/* The kinds of mail in addition to those about orders. */

export const noticeKind = z.enum(NOTICE_KINDS, { error: `The kind is one of ${NOTICE_KINDS.join(", ")}.` });

export const watchKind = z
  .enum(["back", "stall"], { error: "kind must be back or stall." })
  .describe("back: told once, when the product can be bought again. stall: told of what the stall puts on sale.");
export type WatchKind = z.infer<typeof watchKind>;

export const watchForm = z.object({
  kind: watchKind,
  id: id.describe("The product, or the merchant of the stall."),
});
export type WatchForm = z.infer<typeof watchForm>;

export const watchByMail = watchForm.extend({ email });

export const watch = z
  .object({
    _id: z.string(),
    kind: watchKind,
    targetId: z.string(),
    title: z.string().describe("The product's title, or the stall's name."),
    createdAt: z.string(),
  })
  .meta({ id: "Watch" });
export type Watch = z.infer<typeof watch>;

export const notices = z
  .object({
    mail: z.record(noticeKind, z.boolean()).describe("The kinds of mail, and whether they are wanted."),
    newsletter: z.boolean().describe("Whether the account's address has the newsletter."),
    watches: z.array(watch),
    push: pushState,
  })
  .meta({ id: "Notices" });
export type Notices = z.infer<typeof notices>;

export const noticeChoice = z.object({ mail: z.boolean({ error: "mail must be true or false." }) });

export const linkedNotices = z.object({
  kind: noticeKind,
  isOn: z.boolean().describe("Whether such mails still come."),
  account: z
    .enum(["buyer", "merchant"])
    .nullable()
    .describe("Whose page of notices has the rest; null for somebody without an account."),
  watches: z.array(watch).describe("Of somebody without an account."),
});
export const stopByLink = z.object({
  watch: id.optional().describe("The one thing to hear no more of; without it, all of this kind."),
});
