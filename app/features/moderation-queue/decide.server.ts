import type { Operator } from "~/features/audit/audit.server";
import { closeConversation, keepConversation, reopenConversation } from "~/features/messages/moderate.server";
import { hideReportedQuestion, keepQuestion, putQuestionBack } from "~/features/messages/moderate-question.server";
import { upholdDecision } from "~/features/moderation/objections.server";
import { keepProduct, putBack, takeOff } from "~/features/product-review/take-off.server";
import { hideReview, keepReview, putReviewBack } from "~/features/reviews/moderate.server";
import type { CaseKind } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { caseById } from "./read-cases.server";
import type { CaseDecision } from "./schema";

type Decide = (services: Services, operator: Operator, targetId: string, revision: number) => Promise<void>;
type TakeDown = (
  services: Services,
  operator: Operator,
  targetId: string,
  reason: string,
  revision: number,
) => Promise<void>;

const DECISIONS: Record<CaseKind, { takeDown: TakeDown; putBack: Decide; keep: Decide }> = {
  review: { takeDown: hideReview, putBack: putReviewBack, keep: keepReview },
  conversation: { takeDown: closeConversation, putBack: reopenConversation, keep: keepConversation },
  question: { takeDown: hideReportedQuestion, putBack: putQuestionBack, keep: keepQuestion },
  product: { takeDown: takeOff, putBack, keep: keepProduct },
};

const SENTENCES = {
  take_down: "It is taken down, and the person is told why.",
  put_back: "It is shown again, and the person is told.",
  keep: "It stays, and its reports are settled.",
  uphold: "The decision stays for good, and who objected is told why.",
};

/**
 * Decides on a case in the revision that the operator saw, and returns the sentence for the operator. Refuses
 * `unknown_report`, `report_decided` after a decision or objection meanwhile, and as the functions of each kind do.
 */
export async function decideCase(
  services: Services,
  operator: Operator,
  caseId: string,
  payload: CaseDecision,
): Promise<string> {
  const { decision, revision } = payload;
  const { kind, targetId } = await caseById(services.db, caseId);
  const verbs = DECISIONS[kind];
  if (decision === "uphold") await upholdDecision(services, operator, caseId, payload.reason, revision);
  else if (decision === "take_down") await verbs.takeDown(services, operator, targetId, payload.reason, revision);
  else await (decision === "keep" ? verbs.keep : verbs.putBack)(services, operator, targetId, revision);
  return SENTENCES[decision];
}
