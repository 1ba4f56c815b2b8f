/* Cases of the operators' queue, reports, and decisions. */

export type CaseKind = "review" | "conversation" | "question" | "product";
export type CaseState = "reported" | "objected" | "decided";

/** A thing that was reported or taken down: one case, however often. */
export interface ModerationCaseRow {
  _id: string;
  kind: CaseKind;
  /** The review, the conversation, the answer that is shown with a product, or the product. */
  targetId: string;
  /** The product's title or the order's number, as it was when it was last reported or decided on. */
  title: string;
  /** reported: reports wait for a decision. objected: a person objects to the last one. */
  state: CaseState;
  /** When it came into this state. */
  since: string;
  openReports: number;
  isTakenDown: 0 | 1;
  /** Counts decisions and objections. A decision names the revision that its operator looked at. */
  revision: number;
  createdAt: string;
  /** When its state, its reports or what was decided changed last. */
  updatedAt: string;
}

/** A report of a question or a product; reviews and conversations have tables of their own. */
export interface ModerationReportRow {
  _id: string;
  caseId: string;
  reason: string;
  createdAt: string;
  settledAt: string | null;
}

/** A decision to take something down, as one person was told of it. */
export interface ModerationDecisionRow {
  _id: string;
  caseId: string;
  /** Null once the person deleted the account. */
  personId: string | null;
  reason: string;
  decidedAt: string;
  /** Empty until the person objects. */
  objection: string;
  objectedAt: string | null;
  outcome: "upheld" | "reversed" | null;
  /** Why it was upheld. */
  answer: string;
  /** When it became final: it was upheld or reversed. */
  settledAt: string | null;
}
