import { id, text } from "~/features/fields";
import { changes, page } from "~/features/pagination";
import { z } from "~/features/zod";
import { parseUrl } from "~/platform/parse-url";
import { EVENT_TYPES } from "./plain-schema";

/* Webhooks: the merchant's own servers that get events, and the log of deliveries. */

const url = text("Address", 500)
  .refine((value) => parseUrl(value) !== null, "That is no address: it begins with https://.")
  .describe("Begins with https://, port 443 or 8443, without name and password, and leads into the public internet.");
const events = z
  .array(z.enum(EVENT_TYPES), { error: "Choose at least one event." })
  .min(1, "Choose at least one event.")
  .max(EVENT_TYPES.length)
  .transform((types) => EVENT_TYPES.filter((type) => types.includes(type)));

const storedEvents = z.array(z.enum(EVENT_TYPES));
/** The events that an endpoint gets, read from its column. */
export const eventsIn = (column: string) => storedEvents.parse(JSON.parse(column));

export const createEndpoint = z.object({ url, events });
export type CreateEndpoint = z.infer<typeof createEndpoint>;

export const changeEndpoint = z.object({
  url,
  events,
  enabled: z.boolean({ error: "enabled must be true or false." }).default(true),
});
export type ChangeEndpoint = z.infer<typeof changeEndpoint>;

/** The same as a form posts it: an unticked box is not sent. */
export const endpointForm = z.object({
  url,
  events,
  enabled: z
    .literal("on")
    .optional()
    .transform((on) => on === "on"),
});

export const endpoint = z
  .object({
    _id: z.string(),
    url: z.string(),
    events: z.array(z.enum(EVENT_TYPES)),
    enabled: z.boolean(),
    failingSince: z
      .string()
      .nullable()
      .describe("Since when every attempt has failed; null while it takes what comes."),
    turnedOffAt: z.string().nullable().describe("When it was turned off for having failed for days."),
    createdAt: z.string(),
  })
  .meta({ id: "WebhookEndpoint" });
export type Endpoint = z.infer<typeof endpoint>;

/** An endpoint in the answer to its creation. */
export const createdEndpoint = endpoint
  .extend({
    secret: z
      .string()
      .optional()
      .describe(
        "What its requests are signed with. Told in this answer alone: one that is repeated under its Idempotency-Key lacks it, and `POST …/secret` makes another.",
      ),
  })
  .meta({ id: "CreatedWebhook" });
export type CreatedEndpoint = z.infer<typeof createdEndpoint>;

export const signingSecret = z.object({
  secret: z.string().describe("Shown in this answer alone."),
  olderCountUntil: z.string().describe("Until then what is sent is signed with the secret before it as well."),
});

const deliveryStatus = z.enum(["waiting", "delivered", "failed"], {
  error: "status must be waiting, delivered or failed.",
});
export const deliveryQuery = z.object({
  page,
  ...changes,
  status: deliveryStatus.optional(),
  type: z.enum(EVENT_TYPES, { error: "type must be the type of an event." }).optional(),
});
export type DeliveryQuery = z.infer<typeof deliveryQuery>;

/** The most deliveries of one replay. */
export const MOST_REPLAYED = 500;
const moment = (name: string) =>
  z.iso
    .datetime({ offset: true, error: `${name} must be a time such as 2026-03-31T09:30:00Z or …+02:00.` })
    .transform((time) => new Date(time).toISOString());
export const replay = z.object({
  since: moment("since").describe("Events of this time or later; they are kept for 30 days."),
  until: moment("until").optional().describe("Events before this time."),
  types: z
    .array(z.enum(EVENT_TYPES), { error: "types must be a list of types of events." })
    .max(EVENT_TYPES.length)
    .default([])
    .describe("Empty: of every type."),
  status: deliveryStatus
    .exclude(["waiting"])
    .optional()
    .describe("Those that were delivered, or that have failed; left out, both."),
  after: id.optional().describe("The `next` of the answer before, with the same other fields."),
});
export type Replay = z.infer<typeof replay>;
export const replayed = z
  .object({
    count: z.number().int().describe("How many are sent again."),
    next: z
      .string()
      .nullable()
      .describe(`Where there are more than ${MOST_REPLAYED}: send it as \`after\` for the others; null otherwise.`),
  })
  .meta({ id: "WebhookReplay" });

export const delivery = z
  .object({
    _id: z.string(),
    event: z.string().describe("The `id` of the event; every attempt has the same."),
    type: z.string(),
    status: z.enum(["waiting", "delivered", "failed"]),
    attempts: z.number().int(),
    createdAt: z.string(),
    triedAt: z.string().nullable().describe("When it was last tried."),
    nextAt: z.string().nullable().describe("When it is tried next; null once it is delivered or has failed."),
    answerStatus: z.number().int().nullable().describe("What the last attempt was answered with, if it was answered."),
    answer: z.string().describe("The first bytes of that answer."),
    problem: z.string().describe("What went wrong where there was no answer."),
  })
  .meta({ id: "WebhookDelivery" });
export type Delivery = z.infer<typeof delivery>;
export const deliveryWithEvent = delivery
  .extend({ payload: z.unknown().describe("The event as it is sent; its schema stands under webhooks.") })
  .meta({ id: "WebhookDeliveryWithEvent" });
export type DeliveryWithEvent = z.infer<typeof deliveryWithEvent>;
