import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { CONVERSATIONS_A_PAGE } from "~/features/messages/plain-schema";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { row, visuallyHidden } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { Avatar } from "~/ui/avatar/avatar";
import { Button, ButtonLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Field, Input } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import { Link } from "~/ui/link/link";
import { withQuery } from "~/ui/link/with-query";
import { AfterList } from "~/ui/load-more/load-more";
import { Pagination } from "~/ui/pagination/pagination";
import { Panel } from "~/ui/panel/panel";
import { areaAt, nameInWords, subjectInWords } from "../messages/area";
import { momentAgo } from "../messages/moments.server";
import * as styles from "../messages/styles.css";

export const meta = titled("Messages");

interface ListPlace {
  q: string;
  state: "all" | "unread";
  page: number;
}

function listIn(url: string): ListPlace {
  const search = new URL(url).searchParams;
  const page = search.get("page") ?? "";
  return {
    q: (search.get("q") ?? "").slice(0, 120),
    state: search.get("state") === "unread" ? "unread" : "all",
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

/** An address of the list, without values that are the default. */
function listAddress(path: string, { q, state, page }: ListPlace): string {
  const search = new URLSearchParams();
  if (q) search.set("q", q);
  if (state === "unread") search.set("state", state);
  if (page > 1) search.set("page", String(page));
  return withQuery(path, search);
}

export async function loader(args: LoaderFunctionArgs) {
  const area = areaAt(args.request.url);
  const session = await sessionOf(args);
  await session.require(area.side);
  const list = listIn(args.request.url);
  const { data } = await guarded(session, () =>
    read(session.api().conversations.$get({ query: { ...list, page: String(list.page) } })),
  );
  const pages = Math.max(1, Math.ceil(data.total / CONVERSATIONS_A_PAGE));
  if (list.page > pages) throw redirect(listAddress(area.list, { ...list, page: pages }));
  return {
    path: area.list,
    side: area.side,
    list,
    pages,
    unread: data.unread,
    conversations: data.docs.map(({ _id, name, subject, unread, last, lastAt }) => ({
      _id,
      name: nameInWords(name, area),
      beginning: `${subjectInWords(subject)}: ${last.isMine ? "You: " : ""}${last.text}`,
      unread,
      lastAt,
      moment: momentAgo(session, lastAt),
    })),
  };
}

export default function Conversations() {
  const { path, side, list, pages, unread, conversations } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Messages</h1>
      <nav className={row} aria-label="Which messages">
        {(["all", "unread"] as const).map((state) => (
          <ButtonLink
            key={state}
            to={listAddress(path, { ...list, state, page: 1 })}
            variant={state === list.state ? "primary" : "quiet"}
            aria-current={state === list.state ? "page" : undefined}
          >
            {state === "all" ? "All" : `Unread ${unread}`}
          </ButtonLink>
        ))}
        {side === "merchant" ? (
          <ButtonLink to={`${path}/saved_answers`} variant="quiet">
            Saved answers
          </ButtonLink>
        ) : null}
      </nav>
      {/* The key fills the form anew when a link leads to the list. */}
      <QueryForm key={list.q} action={path} role="search" aria-label="Search messages" className={styles.search}>
        {list.state === "unread" ? <input type="hidden" name="state" value="unread" /> : null}
        <Field id="messages-q" label="Words in messages" className={styles.words}>
          <Input
            id="messages-q"
            name="q"
            type="search"
            defaultValue={list.q}
            maxLength={120}
            enterKeyHint="search"
            autoComplete="off"
          />
        </Field>
        <Button variant="quiet">Search</Button>
      </QueryForm>
      <Panel>
        {conversations.length > 0 ? (
          <ul className={styles.threads}>
            {conversations.map((conversation) => (
              <li key={conversation._id}>
                <Link to={`${path}/${conversation._id}`} className={styles.thread}>
                  <Avatar name={conversation.name} />
                  <span>
                    <b>
                      <bdi>{conversation.name}</bdi>
                    </b>
                    <span className={styles.beginning}>{conversation.beginning}</span>
                  </span>
                  {conversation.unread > 0 ? (
                    <span className={styles.count}>
                      {conversation.unread}
                      <span className={visuallyHidden}> unread</span>
                    </span>
                  ) : (
                    <time className={classNames(small, soft)} dateTime={conversation.lastAt}>
                      {conversation.moment}
                    </time>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <Nothing side={side} isNarrowed={list.q !== "" || list.state === "unread"} path={path} />
        )}
        {pages > 1 ? (
          <AfterList>
            <Pagination
              page={list.page}
              pages={pages}
              hrefFor={(page) => listAddress(path, { ...list, page })}
              label="Pages of messages"
            />
          </AfterList>
        ) : null}
      </Panel>
    </>
  );
}

function Nothing({ side, isNarrowed, path }: { side: "buyer" | "merchant"; isNarrowed: boolean; path: string }) {
  if (isNarrowed)
    return <EmptyState title="None of these" action={<ButtonLink to={path}>Show all messages</ButtonLink>} />;
  return side === "buyer" ? (
    <EmptyState
      title="No messages yet"
      text="Ask a stall from the page of a product, of the stall or of an order: the conversation stands here."
      action={<ButtonLink to="/products">Go to the shop</ButtonLink>}
    />
  ) : (
    <EmptyState title="No messages yet" text="What buyers ask about your products and their orders stands here." />
  );
}
