import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { misreadIn, oneOfRule, pageRule } from "~/routes/shared/misread";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Link } from "~/ui/link/link";
import { Misread } from "~/ui/misread/misread";
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
type State = "open" | "done";
type Assigned = "" | "me" | "nobody";

const RULES = [
  oneOfRule("state", "Which messages", ["open", "done"]),
  oneOfRule("assigned", "Whose messages", ["me", "nobody"]),
  pageRule,
];

/** Open messages need no state in the address, whoever takes care of them. */
const inAddress = (state: State, assigned: Assigned = "") => ({ state: state === "done" ? state : "", assigned });

function assignedIn(search: URLSearchParams): Assigned {
  const assigned = search.get("assigned");
  return assigned === "me" || assigned === "nobody" ? assigned : "";
}

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const search = new URL(args.request.url).searchParams;
  const [page, state] = [pageIn(search), search.get("state") === "done" ? ("done" as const) : ("open" as const)];
  const assigned = assignedIn(search);
  const { data } = await guarded(session, () =>
    read(session.api().operator.support.$get({ query: { state, assigned, page: String(page) } })),
  );
  const pages = pagesOf(data.total, ROWS);
  if (page > pages) throw redirect(listAddress(PATH, inAddress(state, assigned), pages));
  const messages = data.docs.map((message) => ({
    _id: message._id,
    waitingSince: message.waitingSince,
    from: message.fullname || message.email,
    subject: message.subject || message.description.slice(0, 60),
    time: momentOf(session, message.waitingSince),
    done: message.answeredAt !== null,
    answers: message.answers,
    assignedTo: message.assignedTo?.name ?? "",
  }));
  return { misread: misreadIn(search, RULES), page, pages, state, assigned, messages };
}

export default function Support() {
  const { misread, page, pages, state, assigned, messages } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Support</h1>
      <Misread sentences={misread} />
      <nav className={row} aria-label="Which messages">
        {STATES.map(([one, label]) => (
          <Way key={one} to={listAddress(PATH, inAddress(one, assigned))} label={label} here={one === state} />
        ))}
      </nav>
      <nav className={row} aria-label="Whose messages">
        {WHOSE.map(([one, label]) => (
          <Way key={one} to={listAddress(PATH, inAddress(state, one))} label={label} here={one === assigned} />
        ))}
      </nav>
      <Panel>
        {messages.length > 0 ? (
          <Table
            caption={
              state === "open"
                ? "Open messages, those that wait the longest first"
                : "Messages that are done, newest first"
            }
            head={["Subject", "From", "Status", "Taken care of by", "Last word of the writer"]}
          >
            {messages.map(({ _id, from, subject, waitingSince, time, done, answers, assignedTo }) => (
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
                    <Pill tone={answers > 0 ? "leaf" : "grey"}>{answers > 0 ? "Answered" : "Closed"}</Pill>
                  ) : (
                    <Pill tone="honey">{answers > 0 ? "Replied" : "Open"}</Pill>
                  )}
                </Cell>
                <Cell label="Taken care of by">{assignedTo || "Nobody yet"}</Cell>
                <Cell label="Last word of the writer">
                  <time dateTime={waitingSince}>{time}</time>
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
        <Pages path={PATH} wanted={inAddress(state, assigned)} page={page} pages={pages} label="Pages of messages" />
      </Panel>
    </>
  );
}

const STATES = [
  ["open", "Open"],
  ["done", "Done"],
] as const;
const WHOSE = [
  ["", "Everybody’s"],
  ["me", "Mine"],
  ["nobody", "Nobody’s yet"],
] as const;

function Way({ to, label, here }: { to: string; label: string; here: boolean }) {
  return (
    <ButtonLink to={to} variant={here ? "primary" : "quiet"} aria-current={here ? "page" : undefined}>
      {label}
    </ButtonLink>
  );
}
