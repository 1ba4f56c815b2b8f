import { useForm } from "@conform-to/react";
import type { ChangedProduct, ManyChanged } from "~/features/products/many-schema";
import type { Refused } from "~/session/form.server";
import { row, stack } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { Cell, Row, Table } from "~/ui/table/table";
import { rowText } from "./posted-change";
import * as styles from "./styles.css";
import { changeAddress, WHATS, type Typed, type What } from "./wanted-change";

interface PreviewProps {
  what: What;
  typed: Typed;
  preview: ManyChanged;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** The preview, product by product, and the button that makes the change. */
export function Preview({ what, typed, preview: { changed, docs }, refusal, idempotencyKey }: PreviewProps) {
  const [form] = useForm({ id: "change", lastResult: refusal?.lastResult });
  const back = changeAddress(
    docs.map(({ product }) => product),
    typed,
  );
  return (
    <Panel title={WHATS[what]} stacked>
      <p>
        {changed === 0
          ? "Nothing would change."
          : "Nothing is changed yet. What is sold or changed meanwhile is not written over."}
      </p>
      <Table caption="What would change" className={styles.preview} head={["Product", "Change"]}>
        {docs.map((doc) => (
          <Row key={doc.product}>
            <Cell place="lead">{doc.title || "A product that is gone"}</Cell>
            <Cell>
              <Becomes what={what} doc={doc} />
            </Cell>
          </Row>
        ))}
      </Table>
      <PostForm form={form} idempotencyKey={idempotencyKey} className={stack}>
        <FormErrors form={form} />
        <input type="hidden" name="what" value={what} />
        {Object.entries(typed).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {docs
          .filter(({ outcome }) => outcome === "changed")
          .map((doc) => (
            <input key={doc.product} type="hidden" name="row" value={rowText(doc)} />
          ))}
        <div className={row}>
          {changed > 0 ? (
            <SubmitButton intent="change" variant={what === "delete" ? "danger" : "primary"}>
              {`${WHATS[what]} (${changed})`}
            </SubmitButton>
          ) : null}
          <ButtonLink variant="quiet" to={back}>
            Something else
          </ButtonLink>
        </div>
      </PostForm>
    </Panel>
  );
}

function Becomes({ what, doc: { outcome, from, to, review, message } }: { what: What; doc: ChangedProduct }) {
  const sign = what === "price" ? "$" : "";
  if (outcome === "refused") return <span className={styles.refusedText}>Stays as it is: {message}</span>;
  if (outcome === "unchanged") return <>As it is: {`${sign}${to}`}</>;
  if (what === "delete") return <>Leaves the shop and your list</>;
  return (
    <>
      <del>{`${sign}${from}`}</del> → <ins className={styles.becomes}>{`${sign}${to}`}</ins>
      {review ? " once it is reviewed" : ""}
    </>
  );
}
