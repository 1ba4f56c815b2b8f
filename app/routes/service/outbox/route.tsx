import { useLoaderData } from "@remix-run/react";
import { titled } from "~/routes/shared/titles";
import { writtenMails } from "~/service/written-mails.server";
import { stack } from "~/styles/layout.css";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Panel } from "~/ui/panel/panel";
import * as styles from "./styles.css";

export const meta = titled("Outbox");

/* The demo's outbox: mails that were written but not sent, newest first, so that a newcomer can read their codes. */
export async function loader() {
  const mails = await writtenMails();
  if (!mails) throw new Response("Not Found", { status: 404 });
  return { mails };
}

export default function Outbox() {
  const { mails } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Outbox</h1>
      <p className={styles.intro}>Mails of the demo. Nothing here was sent to anyone. Newest first.</p>
      {mails.length === 0 ? (
        <Panel>
          <EmptyState title="No mails yet" text="Sign up, and the code will be here within a second or two." />
        </Panel>
      ) : (
        <ol className={stack}>
          {mails.map((mail) => (
            <li key={mail.id}>
              <Panel>
                <article aria-labelledby={mail.id}>
                  <h2 id={mail.id}>{mail.subject}</h2>
                  <p className={styles.facts}>
                    To {mail.to} · <time dateTime={mail.date}>{mail.date.slice(0, 16).replace("T", " ")} UTC</time>
                  </p>
                  <pre className={styles.text}>{mail.text}</pre>
                </article>
              </Panel>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
