import type { Delivery } from "~/features/webhooks/schema";
import { visuallyHidden } from "~/styles/layout.css";
import { Disclosure } from "~/ui/disclosure/disclosure";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Pagination } from "~/ui/pagination/pagination";
import { Pill, type PillTone } from "~/ui/pill/pill";
import { Cell, Row, Table } from "~/ui/table/table";
import { addressOf } from "../pages";
import * as styles from "./styles.css";

interface DeliveriesProps {
  deliveries: (Delivery & { made: string; next: string | null })[];
  page: number;
  pages: number;
  at: string;
  formKey: string;
}

const STATUS: Record<Delivery["status"], { label: string; tone: PillTone }> = {
  waiting: { label: "Waiting", tone: "honey" },
  delivered: { label: "Delivered", tone: "leaf" },
  failed: { label: "Failed", tone: "tomato" },
};

/** The log: each event with its result, and a button to send it again. */
export function Deliveries({ deliveries, page, pages, at, formKey }: DeliveriesProps) {
  if (deliveries.length === 0) return <p>Nothing was sent in the last 30 days.</p>;
  return (
    <>
      <Table
        caption="What was sent in the last 30 days, newest first"
        head={["Event", "Status", "Answer", { title: "Send again", hidden: true }]}
      >
        {deliveries.map((one) => (
          <Row key={one._id}>
            <Cell place="lead">
              <b>{one.type}</b>
              <br />
              <time dateTime={one.createdAt}>{one.made}</time>
            </Cell>
            <Cell label="Status">
              <Pill tone={STATUS[one.status].tone}>{STATUS[one.status].label}</Pill>
              {one.attempts > 0 ? ` ${one.attempts} ${one.attempts === 1 ? "try" : "tries"}` : ""}
              {one.next && one.attempts > 0 ? `, next ${one.next}` : ""}
            </Cell>
            <Cell label="Answer" breaking>
              <Answer {...one} />
            </Cell>
            <Cell end>
              <PostForm idempotencyKey={`${formKey}-${one._id}`}>
                <input type="hidden" name="delivery" value={one._id} />
                <SubmitButton variant="quiet" intent="again">
                  Send again
                  <span className={visuallyHidden}>
                    {" "}
                    {one.type} of {one.made}
                  </span>
                </SubmitButton>
              </PostForm>
            </Cell>
          </Row>
        ))}
      </Table>
      <Pagination
        page={page}
        pages={pages}
        hrefFor={(to) => `${addressOf(at, { page: to })}#log`}
        label="Pages of the log"
      />
    </>
  );
}

function Answer({ answerStatus, answer, problem }: Delivery) {
  if (problem) return problem;
  if (answerStatus === null) return "–";
  if (!answer) return answerStatus;
  return (
    <Disclosure title={`${answerStatus}, and what it said`}>
      <p className={styles.answer}>{answer}</p>
    </Disclosure>
  );
}
