import { noteReport } from "~/features/moderation/cases.server";
import { timestamp } from "~/platform/clock";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { buyerLeft, nothingToReport } from "./errors.server";
import { targetOf } from "./moderate.server";
import { withConversation } from "./queries.server";
import { otherSide, type Participant } from "./sides";

/* Calls with which a side stops messages that it does not want. */

/**
 * Blocks or unblocks messages with the other side of a conversation, about every subject. Repeating it changes nothing.
 * Refuses `unknown_conversation` and `buyer_left`.
 */
export async function setBlock(
  services: Services,
  person: Participant,
  conversationId: string,
  isBlocked: boolean,
): Promise<void> {
  const { side } = person;
  await withConversation(services, person, conversationId, async (trx, { buyerId, merchantId }) => {
    if (buyerId === null) throw buyerLeft();
    if (isBlocked)
      await trx
        .insertInto("messageBlocks")
        .values({ buyerId, merchantId, side, createdAt: timestamp(services.clock) })
        .onConflict((oc) => oc.columns(["buyerId", "merchantId", "side"]).doNothing())
        .execute();
    else
      await trx
        .deleteFrom("messageBlocks")
        .where((eb) => eb.and({ buyerId, merchantId, side }))
        .execute();
  });
}

/**
 * Reports a conversation to the market, up to its newest message. A second report by the same side replaces its open
 * one. Refuses `unknown_conversation` and `nothing_to_report`.
 */
export async function reportConversation(
  services: Services,
  person: Participant,
  conversationId: string,
  reason: string,
): Promise<void> {
  const { side } = person;
  await withConversation(services, person, conversationId, async (trx, conversation) => {
    const { messageCount, openReports } = conversation;
    const otherBlock = await trx
      .selectFrom("messages")
      .select("_id")
      .where("conversationId", "=", conversationId)
      .where("side", "=", otherSide(side))
      .limit(1)
      .executeTakeFirst();
    if (!otherBlock) throw nothingToReport();
    const reopened = await trx
      .updateTable("messageReports")
      .set({ reason, upTo: messageCount })
      .where("conversationId", "=", conversationId)
      .where("side", "=", side)
      .where("settledAt", "is", null)
      .executeTakeFirst();
    if (reopened.numUpdatedRows > 0n) return;
    const createdAt = timestamp(services.clock);
    const report = { conversationId, side, reason, upTo: messageCount, createdAt, settledAt: null };
    await trx
      .insertInto("messageReports")
      .values({ _id: newId(services.clock.now()), ...report })
      .execute();
    await trx
      .updateTable("conversations")
      .set({ openReports: openReports + 1 })
      .where("_id", "=", conversationId)
      .execute();
    await noteReport(trx, services, targetOf(conversation));
  });
}
