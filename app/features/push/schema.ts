import { z } from "~/features/zod";
import { PUSH_KINDS } from "./plain-schema";

/* Notices that a browser shows while the shop is not open in it (Web Push, RFC 8030, 8291 and 8292). */

export const pushKind = z.enum(PUSH_KINDS, { error: `The kind is one of ${PUSH_KINDS.join(", ")}.` });

const KEY = "This browser has not said how to reach it.";
const base64Url = (least: number, maximum: number) =>
  z
    .string({ error: KEY })
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, KEY)
    .min(least, KEY)
    .max(maximum, KEY);

/** A `PushSubscription` as browsers write it in JSON. */
export const pushSubscription = z.object({
  endpoint: z.string({ error: KEY }).min(1, KEY).max(1000, KEY).describe("The address at the browser's push service."),
  keys: z.object({
    p256dh: base64Url(86, 90).describe("The browser's public key on P-256, 65 bytes."),
    auth: base64Url(21, 64).describe("The browser's secret for authentication, 16 bytes."),
  }),
});
export type PushSubscription = z.infer<typeof pushSubscription>;

export const pushBrowser = z
  .object({
    _id: z.string(),
    device: z.string().describe("Browser and system, such as Firefox on Android."),
    endpointHash: z.string().describe("SHA-256 of the endpoint in hex: by it a browser knows its own subscription."),
    createdAt: z.string(),
  })
  .meta({ id: "PushBrowser" });
export type PushBrowser = z.infer<typeof pushBrowser>;

export const pushState = z
  .object({
    publicKey: z
      .string()
      .nullable()
      .describe("The market's VAPID key, for `applicationServerKey`; null where no browser can be told."),
    kinds: z.record(pushKind, z.boolean()).describe("The kinds, and whether they are wanted."),
    browsers: z.array(pushBrowser),
  })
  .meta({ id: "PushState" });

export const pushChoice = z.object({ push: z.boolean({ error: "push must be true or false." }) });
