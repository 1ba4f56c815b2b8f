import { useForm } from "@conform-to/react";
import type { ImportQuestion, ImportReport } from "~/features/product-sheets/schema";
import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { choice as choiceStyle } from "~/ui/field/field.css";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { ANSWER, GENERAL, MOST_QUESTIONS } from "./answers";
import { countOf } from "./in-words";
import * as styles from "./styles.css";

interface AnswerProps {
  report: ImportReport;
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** Asks about changes on both sides and about values that a spreadsheet may have spoilt. Some may stay open. */
export function Answer({ report, refusal, idempotencyKey }: AnswerProps) {
  const [form] = useForm({ id: "answer", lastResult: refusal?.lastResult });
  // Ticks of a page that is filled in again, such as after a session that ended.
  const ticks = refusal?.lastResult.initialValue ?? {};
  const questions = report.docs
    .flatMap(({ row, title, sku, questions: questionsOfRow }) =>
      questionsOfRow.map((question) => ({ ...question, row, title, sku })),
    )
    .slice(0, MOST_QUESTIONS);
  const kinds = [...new Map(questions.map((question) => [question.code, question]))].filter(
    ([code]) => questions.filter((sibling) => sibling.code === code).length > 1 || report.questions > questions.length,
  );
  return (
    <PostForm form={form} idempotencyKey={idempotencyKey} className={stack} noValidate>
      <FormErrors form={form} />
      {kinds.map(([code, { choices }]) => (
        <Choices
          key={code}
          legend={`All ${KINDS[code]} without an answer`}
          name={GENERAL + code}
          choices={choices.map(({ choice, label }) => ({ choice, label: GENERAL_LABELS[choice] ?? label }))}
          answer={ticks[GENERAL + code]}
        />
      ))}
      {questions.map(({ question, row, title, sku, column, message, choices, answer }) => (
        <Choices
          key={question}
          legend={`Row ${row}, ${title || sku}: ${column}`}
          message={message}
          name={ANSWER + question}
          choices={choices}
          answer={ticks[ANSWER + question] ?? answer}
        />
      ))}
      <p>{countOf(report.questions, "question")} to answer. What you leave open is asked again.</p>
      <SubmitButton intent="answer">Save the answers</SubmitButton>
    </PostForm>
  );
}

const KINDS: Record<ImportQuestion["code"], string> = {
  changed_meanwhile: "fields that somebody else has changed",
  counted_meanwhile: "stocks that somebody else has set",
  stock_may_be_old: "stocks that may be older than your orders",
  zeros_lost: "codes that may have lost zeros",
  looks_like_number: "codes that look like numbers",
  looks_like_date: "codes that look like dates",
  thousand_or_decimal: "figures with two readings",
  letters_unclear: "letters that read in several ways",
};
const GENERAL_LABELS: Record<string, string> = {
  ours: "Keep what is there now",
  file: "Take what is in the file",
  zeros: "With the zeros",
  thousand: "As thousands",
  decimal: "As decimals",
};

interface ChoicesProps {
  legend: string;
  message?: string;
  name: string;
  choices: ImportQuestion["choices"];
  answer: unknown;
}

function Choices({ legend, message, name, choices, answer }: ChoicesProps) {
  return (
    <fieldset className={styles.question}>
      <legend>{legend}</legend>
      {message === undefined ? null : <p className={styles.text}>{message}</p>}
      {choices.map(({ choice, label }) => (
        <label key={choice} className={choiceStyle}>
          <input
            type={choices.length === 1 ? "checkbox" : "radio"}
            name={name}
            value={choice}
            defaultChecked={choice === answer}
          />
          <span className={styles.text}>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
