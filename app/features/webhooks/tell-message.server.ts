import type { Trx } from "~/platform/database/database.server";
import type { ConversationRow, MessageRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { tellMerchants } from "./write-events.server";

/** Tells a stall's merchant about a buyer's message, without the buyer's name. */
export async function tellMessageCreated(
  trx: Trx,
  services: Pick<Services, "clock">,
  conversation: Pick<ConversationRow, "_id" | "merchantId" | "subjectKind" | "subjectId" | "title">,
  { _id, text }: Pick<MessageRow, "_id" | "text">,
): Promise<void> {
  const { merchantId, subjectKind, subjectId, title } = conversation;
  await tellMerchants(trx, services, "message.created", [merchantId], async () => [
    {
      merchantId,
      data: {
        message: { _id, text },
        conversation: { _id: conversation._id, kind: subjectKind, about: subjectId, title },
      },
    },
  ]);
}
