import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { Cell, Row, Table } from "~/ui/table/table";
import { listAddress, pageIn, pagesOf } from "../list-address";
import * as styles from "../operator.css";
import { Pages } from "../pages";
import { momentOf } from "../times.server";

export const meta = titled("Support");

const PATH = "/operator/support";
const ROWS = 20;
/** Open messages need no word in the address. */
const inAddress = (state: "open" | "done") => ({ state: state === "done" ? state : "" });

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("operator");
  const search = new URL(asked.request.url).searchParams;
  const [page, state] = [pageIn(search), search.get("state") === "done" ? ("done" as const) : ("open" as const)];
  const { data } = await guarded(session, () =>
    read(session.api().operator.support.$get({ query: { state, page: String(page) } })),
  );
  const pages = pagesOf(data.total, ROWS);
  if (page > pages) throw redirect(listAddress(PATH, inAddress(state), pages));
  const messages = data.docs.map(({ _id, fullname, email, subject, description, createdAt, answeredAt, answer }) => ({
    _id,
    email,
    createdAt,
    from: fullname || email,
    subject: subject || description.slice(0, 60),
    time: momentOf(session, createdAt),
    done: answeredAt !== null,
    answered: answer !== "",
  }));
  return { page, pages, state, messages };
}

export default function Support() {
  const { page, pages, state, messages } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Support</h1>
      <nav className={row} aria-label="Which messages">
        <ButtonLink
          to={PATH}
          variant={state === "open" ? "primary" : "quiet"}
          aria-current={state === "open" ? "page" : undefined}
        >
          Open
        </ButtonLink>
        <ButtonLink
          to={`${PATH}?state=done`}
          variant={state === "done" ? "primary" : "quiet"}
          aria-current={state === "done" ? "page" : undefined}
        >
          Done
        </ButtonLink>
      </nav>
      <Panel>
        {messages.length > 0 ? (
          <Table
            caption={state === "open" ? "Open messages, oldest first" : "Messages that are done, newest first"}
            layout="orders"
            head={["Subject", "From", "Status", "Came"]}
          >
            {messages.map(({ _id, from, subject, createdAt, time, done, answered }) => (
              <Row key={_id}>
                <Cell place="lead" className={styles.breaking}>
                  <Link to={`${PATH}/${_id}`}>
                    <b>{subject}</b>
                  </Link>
                </Cell>
                <Cell label="From" className={styles.breaking}>
                  {from}
                </Cell>
                <Cell place="status">
                  {done ? (
                    <Pill tone={answered ? "leaf" : "grey"}>{answered ? "Answered" : "Done"}</Pill>
                  ) : (
                    <Pill tone="honey">Open</Pill>
                  )}
                </Cell>
                <Cell label="Came">
                  <time dateTime={createdAt}>{time}</time>
                </Cell>
              </Row>
            ))}
          </Table>
        ) : (
          <EmptyState
            title={state === "open" ? "Nobody waits" : "Nothing here yet"}
            text={
              state === "open"
                ? "Messages of the contact form wait here for an answer."
                : "Messages that were answered or closed are kept here."
            }
          />
        )}
        <Pages path={PATH} wanted={inAddress(state)} page={page} pages={pages} label="Pages of messages" />
      </Panel>
    </>
  );
}
