import { toDollars } from "~/features/fields";
import { logStep } from "~/features/orders/log-step.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { ClosedTimeOrderRow, ClosedTimeRow } from "~/platform/database/tables";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { answeredAlready, answerOver, unknownTimeLink } from "./errors.server";
import { centsBack, isOpenPart, refundOrderAtTime } from "./refund-order.server";
import { openedWord } from "./link-word.server";
import { isUnpaid, lockListed, type ListedOrder } from "./listed-order.server";
import { closerName } from "./mails.server";
import type { LinkAnswer, LinkedOrder } from "./schema";
import { takeState, targetOf } from "./steps.server";

interface Linked {
  closing: ClosedTimeRow;
  order: ClosedTimeOrderRow;
  locked: ListedOrder;
}

/** The order of a link, locked. Refuses `unknown_time_link`, also if its buyer has deleted the account. */
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
  const listedOrder = await row();
  if (!closing || !listedOrder) throw unknownTimeLink();
  const locked = await lockListed(trx, services, closing, listedOrder.orderId);
  // Read again, because another answer or the job may have changed it before the lock was obtained.
  const order = await row();
  if (!order || locked.order.buyerId === null) throw unknownTimeLink();
  return { closing, order, locked };
}

/** An order with only those of its parts that can still be refunded. */
const openOf = (locked: ListedOrder): ListedOrder => ({
  ...locked,
  parts: locked.parts.filter(({ part }) => isOpenPart(part)),
});

/** The state of a link's order as its buyer sees it. */
function stateOf(services: Services, { closing, order, locked }: Linked): LinkedOrder["state"] {
  if (order.state === "given_back" || order.state === "coming") return order.state;
  const isOver = closing.takenBackAt !== null || closing.settleAt <= timestamp(services.clock);
  return order.state === "told" && !isOver && openOf(locked).parts.length > 0 ? "open" : "over";
}

/** The facts that a link's page shows. Changes nothing. Refuses `unknown_time_link`. */
export async function openTimeLink(services: Services, word: string): Promise<LinkedOrder> {
  return inTransaction(services.db, async (trx) => {
    const linked = await linkedOrder(trx, services, word);
    const { closing, order, locked } = linked;
    const target = targetOf(closing);
    if (!target) throw unknownTimeLink();
    const state = stateOf(services, linked);
    return {
      itemId: locked.order.itemId,
      storeName: await closerName(trx, closing),
      kind: closing.kind,
      name: closing.name,
      reason: closing.reason,
      silent: closing.silent,
      closed: { day: closing.day, from: closing.startTime, to: closing.endTime },
      moved: { day: target.day, from: target.from, to: target.to },
      isUnpaid: isUnpaid(locked),
      amount: toDollars(state === "open" && !isUnpaid(locked) ? centsBack(openOf(locked)) : order.amountCents),
      answerBy: closing.settleAt,
      timeZone: services.config.timeZone,
      state,
    };
  });
}

/**
 * Takes a buyer's answer: they come at the new time, or get the money back at once. The first answer counts. The same
 * answer again changes nothing. Refuses `unknown_time_link`, `link_answered`, `answer_over`, `disputed`.
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
    const amountCents = await refundOrderAtTime(trx, services, closing, openOf(locked));
    await takeState(trx, order, "given_back", { amountCents });
    logStep(trx, services, order.orderId, "cancelled");
  });
}
