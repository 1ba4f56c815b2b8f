import type { ComponentProps } from "react";
import type { ImportRow } from "~/features/product-sheets/schema";
import { Pill } from "~/ui/pill/pill";
import { Cell, Row, Table } from "~/ui/table/table";
import * as styles from "./styles.css";

/** Rows that cannot be imported, each with all of its errors. */
export function Mistakes({ rows }: { rows: ImportRow[] }) {
  return (
    <Table caption="Rows with errors" head={["Row", "SKU", "What is wrong"]}>
      {rows.map(({ row, sku, errors }) => (
        <Row key={row}>
          <Cell place="lead" num>
            Row {row}
          </Cell>
          <Cell label="SKU" className={styles.text}>
            {sku || "–"}
          </Cell>
          <Cell label="What is wrong">
            <ul className={styles.list}>
              {errors.map(({ column, message, cell, value }) => (
                <li key={column + message}>
                  {column ? <b>{cell ? `${cell}, ${column}` : column}: </b> : null}
                  {value ? `“${value}” ` : null}
                  {message}
                </li>
              ))}
            </ul>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

const OUTCOMES: Record<ImportRow["outcome"], ComponentProps<typeof Pill>> = {
  created: { tone: "leaf", children: "New" },
  changed: { tone: "honey", children: "Change" },
  deleted: { tone: "tomato", children: "Delete" },
  unchanged: { children: "As before" },
  wrong: { tone: "tomato", children: "Error" },
};

/** The rows that the file adds, changes and deletes. */
export function Changes({ rows }: { rows: ImportRow[] }) {
  return (
    <Table caption="What would change" head={["Product", "SKU", "Changes", "What"]}>
      {rows.map(({ row, sku, title, outcome, changes, questions, isOutdated }) => (
        <Row key={row}>
          <Cell place="lead">
            <b>{title}</b>
          </Cell>
          <Cell label="SKU" className={styles.text}>
            {sku}
          </Cell>
          <Cell label="Changes">
            {changes.length + questions.length > 0 ? (
              <ul className={styles.list}>
                {changes.map(({ column, from, to }) => (
                  <li key={column}>
                    <b>{column}:</b> {outcome === "created" ? "" : `${from || "nothing"} → `}
                    {to || "nothing"}
                  </li>
                ))}
                {questions.map(({ question, message, choices, answer }) => (
                  <li key={question}>
                    {message} <b>{choices.find(({ choice }) => choice === answer)?.label}</b>
                  </li>
                ))}
              </ul>
            ) : (
              `Row ${row} of the file`
            )}
          </Cell>
          <Cell label="What">
            <Pill {...OUTCOMES[outcome]} />
            {isOutdated ? <Pill tone="tomato">Changed since</Pill> : null}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
