import type { ReportedConversation } from "~/features/messages/schema";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";

const SIDES = { buyer: "The buyer", merchant: "The stall" };

interface ReportsProps {
  conversation: Pick<ReportedConversation, "closedAt" | "closedReason"> & {
    reports: (ReportedConversation["reports"][number] & { moment: string })[];
  };
}

/** The reports of a conversation with their reasons, and why it is closed. */
export function Reports({ conversation: { reports, closedAt, closedReason } }: ReportsProps) {
  return (
    <>
      {reports.map(({ side, reason, moment }) => (
        <p key={side}>
          <b>{SIDES[side]} reports:</b> {reason} <span className={classNames(small, soft)}>{moment}</span>
        </p>
      ))}
      {closedAt === null ? null : (
        <p>
          <b>Closed:</b> {closedReason}
        </p>
      )}
    </>
  );
}
