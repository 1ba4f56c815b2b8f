import { z } from "zod";
import { id } from "~/features/fields";
import { refundOrder } from "~/features/operators/schema";

/** The refund as it is posted: no part stands for all that is left. */
export const refundForm = z.object({ part: z.union([z.literal("all").transform(() => ""), id], { error: "Choose what to refund." }), reason: refundOrder.shape.reason });
