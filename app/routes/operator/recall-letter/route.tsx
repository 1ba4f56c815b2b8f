import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { formKey, postedForm } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { act } from "../act.server";
import { BackLink } from "../back-link";
import { daysInWords } from "../days-in-words";
import * as styles from "../operator.css";
import { momentOf } from "../times.server";

export const meta = titled("Letter");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const param = { id: args.params["letterId"] ?? "" };
  const { data: letter } = await guarded(session, () =>
    orNotFound(read(session.api().operator.letters[":id"].$get({ param }))),
  );
  return { letter, sent: letter.sentAt && momentOf(session, letter.sentAt), key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  const param = { id: args.params["letterId"] ?? "" };
  return act(args, { to: `/operator/letters/${param.id}` }, (session) =>
    read(session.api(form.get("_key")).operator.letters[":id"].send.$post({ param })),
  );
}

export default function RecallLetter() {
  const { letter, sent, key } = useLoaderData<typeof loader>();
  const { _id, product, subject, preview, readers, sentAt, mails, finishedAt, writtenBy } = letter;
  const people = readers === 1 ? "one buyer" : `${readers} buyers`;
  return (
    <>
      <BackLink to={`/operator/products/${product._id}/recall`} label="Back to the recall" />
      <h1 className={styles.breaking}>Letter: {subject}</h1>
      {sentAt ? (
        <Panel title={finishedAt ? "Sent" : "Being sent"} stacked>
          <p>
            <time dateTime={sentAt}>{sent}</time>: {mails} {mails === 1 ? "mail" : "mails"} written
            {finishedAt ? "." : " so far; the others follow by themselves."}
          </p>
          {finishedAt ? null : (
            <p>
              <Link to={`/operator/letters/${_id}`}>Look again</Link>
            </p>
          )}
        </Panel>
      ) : (
        <Panel title="Send it" stacked>
          <p>
            To {people} of {product.title}, {daysInWords(letter)}. Each gets it once. To change it, go back and write it
            anew.
          </p>
          <PostForm idempotencyKey={key}>
            <SubmitButton>Send to {people}</SubmitButton>
          </PostForm>
        </Panel>
      )}
      <Panel title={sentAt ? "As its readers get it" : "Preview"} stacked>
        <dl className={styles.terms}>
          <dt>Subject</dt>
          <dd>{subject}</dd>
          <dt>Written by</dt>
          <dd>{writtenBy}</dd>
        </dl>
        <p className={styles.written}>{preview || "Nobody would get it: every buyer has deleted the account."}</p>
      </Panel>
    </>
  );
}
