import { toDollars } from "~/features/fields";
import { storeNameOf } from "~/features/merchant-orders/mails.server";
import { logStep } from "~/features/orders/log-step.server";
import { lockPart, type LockedPart } from "~/features/orders/order-parts.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { ClosedTimeOrderRow, ClosedTimeRow } from "~/platform/database/tables";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { answeredAlready, answerOver, unknownTimeLink } from "./errors.server";
import { centsBack, giveBackPart, isOpenPart } from "./give-back.server";
import { openedWord } from "./link-word.server";
import type { LinkAnswer, LinkedOrder } from "./schema";
import { takeState, targetOf } from "./steps.server";

interface Linked {
  closing: ClosedTimeRow;
  order: ClosedTimeOrderRow;
  locked: LockedPart;
}

/** The order of a link, locked. Refuses `unknown_time_link`, also once its buyer has left. */
async function linkedOrder(trx: Trx, services: Services, word: string): Promise<Linked> {
  const { closedTimeId, partId } = openedWord(services, word);
  const closing = await trx.selectFrom("closedTimes").selectAll().where("_id", "=", closedTimeId).executeTakeFirst();
  const row = () =>
    trx
      .selectFrom("closedTimeOrders")
      .selectAll()
      .where("closedTimeId", "=", closedTimeId)
      .where("partId", "=", partId)
      .executeTakeFirst();
  const listed = await row();
  if (!closing || !listed) throw unknownTimeLink();
  const locked = await lockPart(trx, services, listed.orderId, { merchantId: closing.merchantId });
  // Another answer, or the job, may have changed it before the lock was had.
  const order = await row();
  if (!order || locked.order.buyerId === null) throw unknownTimeLink();
  return { closing, order, locked };
}

/** Where an order of a link stands for its buyer. */
function stateOf(services: Services, { closing, order, locked }: Linked): LinkedOrder["state"] {
  if (order.state === "given_back" || order.state === "coming") return order.state;
  const isOver = closing.takenBackAt !== null || closing.settleAt <= timestamp(services.clock);
  return order.state === "told" && !isOver && isOpenPart(locked.part) ? "open" : "over";
}

/** Answers the facts that a link's page shows; nothing is done. Refuses `unknown_time_link`. */
export async function openTimeLink(services: Services, word: string): Promise<LinkedOrder> {
  return inTransaction(services.db, async (trx) => {
    const linked = await linkedOrder(trx, services, word);
    const { closing, order, locked } = linked;
    const target = targetOf(closing);
    if (!target) throw unknownTimeLink();
    const state = stateOf(services, linked);
    return {
      itemId: locked.order.itemId,
      storeName: await storeNameOf(trx, closing.merchantId),
      kind: closing.kind,
      name: closing.name,
      reason: closing.reason,
      silent: closing.silent,
      closed: { day: closing.day, from: closing.startTime, to: closing.endTime },
      moved: { day: target.day, from: target.from, to: target.to },
      isUnpaid: locked.part.isUnpaid === 1,
      amount: toDollars(state === "open" && locked.part.isUnpaid === 0 ? centsBack(locked) : order.amountCents),
      answerBy: closing.settleAt,
      timeZone: services.config.timeZone,
      state,
    };
  });
}

/**
 * Takes the answer of a buyer: they come at the new time, or get the money back at once. The first answer counts; the
 * same again changes nothing. Refuses `unknown_time_link`, `link_answered`, `answer_over`, `disputed`.
 */
export async function answerTimeLink(services: Services, word: string, answer: LinkAnswer): Promise<void> {
  await inTransactionOnce(services, async (trx) => {
    const linked = await linkedOrder(trx, services, word);
    const { closing, order, locked } = linked;
    if (order.answer === answer) return;
    const state = stateOf(services, linked);
    if (state === "coming" || state === "given_back") throw answeredAlready();
    if (state === "over" || targetOf(closing) === null) throw answerOver();
    const endedAt = timestamp(services.clock);
    const next = answer === "come" ? "coming" : "given_back";
    if (!(await takeState(trx, order, "told", { state: next, answer, endedAt }))) throw answeredAlready();
    if (answer === "come") return;
    const amountCents = await giveBackPart(trx, services, closing, locked);
    await takeState(trx, order, "given_back", { amountCents });
    logStep(trx, services, order.orderId, "cancelled");
  });
}
