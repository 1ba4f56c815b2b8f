import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { CASES_A_PAGE, KIND_WORDS } from "~/features/moderation/plain-schema";
import { caseKind } from "~/features/moderation/schema";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { Cell, Row, Table } from "~/ui/table/table";
import { listAddress, pageIn, pagesOf } from "../list-address";
import { Pages } from "../pages";
import { momentOf } from "../times.server";

export const meta = titled("Reports");

const PATH = "/operator/reports";
const STATES = ["reported", "objected", "decided"] as const;
const STATE_WORDS = { reported: "Reported", objected: "Objections", decided: "Decided" };
const KINDS = caseKind.options;
type Kind = (typeof KINDS)[number];
type State = (typeof STATES)[number];

const inAddress = (state: State, kind: Kind | undefined) => ({
  state: state === "reported" ? "" : state,
  kind: kind ?? "",
});

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const search = new URL(args.request.url).searchParams;
  const page = pageIn(search);
  const state = STATES.find((candidate) => candidate === search.get("state")) ?? "reported";
  const kind = KINDS.find((candidate) => candidate === search.get("kind"));
  const query = { state, page: String(page), ...(kind && { kind }) };
  const { data } = await guarded(session, () => read(session.api().operator.reports.$get({ query })));
  return {
    page,
    pages: pagesOf(data.total, CASES_A_PAGE),
    state,
    kind,
    waiting: data.waiting,
    cases: data.docs.map((doc) => ({ ...doc, time: momentOf(session, doc.since) })),
  };
}

export default function Reports() {
  const { page, pages, state, kind, waiting, cases } = useLoaderData<typeof loader>();
  const countedKinds = kind ? [kind] : KINDS;
  const inState = (reportState: State, kinds: readonly Kind[]) =>
    reportState === "decided" ? 0 : kinds.reduce((sum, one) => sum + waiting[one][reportState], 0);
  const tab = (label: string, count: number, isCurrent: boolean, to: string) => (
    <ButtonLink
      key={label}
      to={to}
      variant={isCurrent ? "primary" : "quiet"}
      aria-current={isCurrent ? "page" : undefined}
    >
      {count > 0 ? `${label} (${count})` : label}
    </ButtonLink>
  );
  return (
    <>
      <h1>Reports</h1>
      <p className={soft}>Of messages you read only what a side has reported, and the audit log says that you did.</p>
      <nav className={row} aria-label="Which reports">
        {STATES.map((stateOfTab) =>
          tab(
            STATE_WORDS[stateOfTab],
            inState(stateOfTab, countedKinds),
            stateOfTab === state,
            listAddress(PATH, inAddress(stateOfTab, kind)),
          ),
        )}
      </nav>
      <nav className={row} aria-label="Of what">
        {tab("All", inState(state, KINDS), kind === undefined, listAddress(PATH, inAddress(state, undefined)))}
        {KINDS.map((kindOfTab) =>
          tab(
            KIND_WORDS[kindOfTab],
            inState(state, [kindOfTab]),
            kindOfTab === kind,
            listAddress(PATH, inAddress(state, kindOfTab)),
          ),
        )}
      </nav>
      <Panel>
        {cases.length > 0 ? (
          <Table caption="Reports" head={["About", "What", "Reports", "Since"]}>
            {cases.map(({ _id, title, since, time, openReports, isTakenDown, ...one }) => (
              <Row key={_id}>
                <Cell place="lead">
                  <Link to={`${PATH}/${_id}`}>{title || "A stall"}</Link>
                </Cell>
                <Cell label="What">
                  {KIND_WORDS[one.kind]} {isTakenDown ? <Pill tone="honey">Taken down</Pill> : null}
                </Cell>
                <Cell label="Reports">{openReports}</Cell>
                <Cell label="Since">
                  <time dateTime={since}>{time}</time>
                </Cell>
              </Row>
            ))}
          </Table>
        ) : (
          <EmptyState
            title="Nothing here"
            text={state === "decided" ? "" : "What somebody reports or objects to waits here for a decision."}
          />
        )}
        <Pages path={PATH} wanted={inAddress(state, kind)} page={page} pages={pages} label="Pages of reports" />
      </Panel>
    </>
  );
}
