import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { NewRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import type { EventData, SentType } from "./event-schema";
import type { EventType } from "./plain-schema";
import { eventsIn } from "./schema";
import { webhookJob } from "./webhook-job.server";

/** Seconds for which the delivery of an event is retried. */
const RETRY_SECONDS = 3 * 86_400;

type Part = Pick<Services, "clock">;

export interface MerchantEvent<Type extends SentType> {
  merchantId: string;
  data: EventData<Type>;
}

/**
 * Tells merchants about something, in the transaction that does it. A rollback tells nobody. Committed events are
 * retried for three days while a server is away. `eventsFor` is called only with merchants who have chosen the event.
 * The merchant of a suspended stall gets no new events. One statement if nobody has chosen the event.
 */
export async function tellMerchants<Type extends EventType>(
  trx: Trx,
  services: Part,
  type: Type,
  merchantIds: string[],
  eventsFor: EventsFor<Type>,
): Promise<void> {
  await tellListeners(trx, services, type, await listenersOf(trx, merchantIds), eventsFor);
}

type EventsFor<Type extends EventType> = (merchantIds: string[]) => Promise<MerchantEvent<Type>[]>;

/** An endpoint that is on, of a stall that is not suspended. */
export interface Listener {
  _id: string;
  merchantId: string;
  events: string;
}

/** The endpoints of merchants that may get events. One statement. */
export async function listenersOf(trx: Trx, merchantIds: string[]): Promise<Listener[]> {
  if (merchantIds.length === 0) return [];
  return trx
    .selectFrom("webhookEndpoints as e")
    .innerJoin("stores as s", "s.userId", "e.merchantId")
    .select(["e._id", "e.merchantId", "e.events"])
    .where("e.merchantId", "in", [...new Set(merchantIds)])
    .where("e.enabled", "=", 1)
    .where("s.status", "<>", "suspended")
    .orderBy("e._id")
    .execute();
}

/** As `tellMerchants`, with listeners that one statement has read for several events to the same merchants. */
export async function tellListeners<Type extends EventType>(
  trx: Trx,
  services: Part,
  type: Type,
  listeners: Listener[],
  eventsFor: EventsFor<Type>,
): Promise<void> {
  const endpoints = listeners.filter(({ events }) => eventsIn(events).includes(type));
  if (endpoints.length === 0) return;
  const events = await eventsFor([...new Set(endpoints.map(({ merchantId }) => merchantId))]);
  await writeDeliveries(
    trx,
    services,
    events.flatMap(({ merchantId, data }) =>
      deliveriesOf(
        services,
        type,
        data,
        endpoints.filter((endpoint) => endpoint.merchantId === merchantId).map(({ _id }) => _id),
      ),
    ),
  );
}

/** The rows of one event for some endpoints. Each has the same `id` and the same bytes. */
export function deliveriesOf<Type extends SentType>(
  { clock }: Part,
  type: Type,
  data: EventData<Type>,
  endpointIds: string[],
): NewRow<"webhookDeliveries">[] {
  const [id, createdAt] = [newId(clock.now()), timestamp(clock)];
  const body = JSON.stringify({ id, type, createdAt, data });
  return endpointIds.map((endpointId) => ({
    _id: newId(clock.now()),
    endpointId,
    eventId: id,
    type,
    body,
    status: "waiting",
    attempts: 0,
    nextAt: createdAt,
    retryUntil: retryUntil({ clock }),
    triedAt: null,
    answerStatus: null,
    answer: "",
    problem: "",
    createdAt,
    updatedAt: createdAt,
  }));
}

/** The time at which a delivery that is written or sent again now is given up. */
export const retryUntil = ({ clock }: Part): string => timestamp(clock, RETRY_SECONDS);

/** Stores deliveries, and the jobs that send them. */
export async function writeDeliveries(
  trx: Trx,
  services: Part,
  deliveries: NewRow<"webhookDeliveries">[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await trx.insertInto("webhookDeliveries").values(deliveries).execute();
  await webhookJob.enqueueAll(
    trx,
    services,
    deliveries.map(({ endpointId }) => ({ endpointId })),
  );
}
