import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { subjectInWords } from "~/routes/shared/messages/area";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Panel } from "~/ui/panel/panel";
import { listAddress, pageIn, pagesOf } from "../list-address";
import { Pages } from "../pages";
import { momentOf } from "../times.server";
import { Reports } from "./reports";

export const meta = titled("Reported messages");

const PATH = "/operator/reported_messages";
const ROWS = 20;
const STATES = [
  ["reported", "Reported"],
  ["closed", "Closed"],
] as const;

const inAddress = (state: string) => ({ state: state === "reported" ? "" : state });

export async function loader(asked: LoaderFunctionArgs) {
  const session = await sessionOf(asked);
  await session.require("operator");
  const search = new URL(asked.request.url).searchParams;
  const state = search.get("state") === "closed" ? ("closed" as const) : ("reported" as const);
  const page = pageIn(search);
  const { data } = await guarded(session, () =>
    read(session.api().operator.conversations.$get({ query: { state, page: String(page) } })),
  );
  return {
    page,
    pages: pagesOf(data.total, ROWS),
    state,
    conversations: data.docs.map(({ reports, ...conversation }) => ({
      ...conversation,
      reports: reports.map((report) => ({ ...report, moment: momentOf(session, report.createdAt) })),
    })),
  };
}

export default function ReportedConversations() {
  const { page, pages, state, conversations } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Reported messages</h1>
      <p className={soft}>You read only what a side has reported, and the audit log says that you did.</p>
      <nav className={row} aria-label="Which conversations">
        {STATES.map(([each, label]) => (
          <ButtonLink
            key={each}
            to={listAddress(PATH, inAddress(each))}
            variant={each === state ? "primary" : "quiet"}
            aria-current={each === state ? "page" : undefined}
          >
            {label}
          </ButtonLink>
        ))}
      </nav>
      {conversations.map((conversation) => (
        <Panel
          key={conversation._id}
          as="article"
          title={`${conversation.merchant.storeName || "A stall without a name"} and ${conversation.buyer || "a former customer"}`}
          stacked
        >
          <p className={soft}>about {subjectInWords(conversation.subject)}</p>
          <Reports conversation={conversation} />
          <div>
            <ButtonLink variant="quiet" to={`${PATH}/${conversation._id}`}>
              Read and decide
            </ButtonLink>
          </div>
        </Panel>
      ))}
      {conversations.length === 0 ? (
        <Panel>
          <EmptyState
            title="Nothing here"
            text={state === "reported" ? "Conversations that a side reports wait here for a decision." : ""}
          />
        </Panel>
      ) : null}
      <Pages path={PATH} wanted={inAddress(state)} page={page} pages={pages} label="Pages of conversations" />
    </>
  );
}
