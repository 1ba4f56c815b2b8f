import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MessageCircle } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Link } from "~/ui/link/link";
import { AfterList } from "~/ui/load-more/load-more";
import { Pagination } from "~/ui/pagination/pagination";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { Cell, Row, Table } from "~/ui/table/table";

export const meta = titled("Messages to our team");

const PATH = "/customer/messages";
const ROWS = 10;
const BEGINNING = 60;

const hrefFor = (page: number) => (page > 1 ? `${PATH}?page=${page}` : PATH);

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const text = new URL(args.request.url).searchParams.get("page") ?? "";
  const page = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
  const { data } = await guarded(session, () =>
    read(session.api().user.messages.$get({ query: { page: String(page) } })),
  );
  const pages = Math.max(1, Math.ceil(data.total / ROWS));
  if (page > pages) throw redirect(hrefFor(pages));
  const messages = data.docs.map(({ _id, subject, description, createdAt, answeredAt }) => ({
    _id,
    subject: subject || description.slice(0, BEGINNING),
    createdAt,
    day: dayOf(session, createdAt),
    answered: answeredAt !== null,
  }));
  return { page, pages, messages };
}

export default function Messages() {
  const { page, pages, messages } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Messages to our team</h1>
      <Panel>
        {messages.length > 0 ? (
          <Table caption="What you wrote to our team, newest first" head={["Subject", "Status", "Written"]}>
            {messages.map(({ _id, subject, createdAt, day, answered }) => (
              <Row key={_id}>
                <Cell place="lead">
                  <Link to={`${PATH}/${_id}`}>
                    <b>{subject}</b>
                  </Link>
                </Cell>
                <Cell place="status">
                  {answered ? <Pill tone="leaf">Answered</Pill> : <Pill tone="honey">Waits for us</Pill>}
                </Cell>
                <Cell label="Written">
                  <time dateTime={createdAt}>{day}</time>
                </Cell>
              </Row>
            ))}
          </Table>
        ) : (
          <EmptyState
            drawing={MessageCircle}
            title="No messages yet"
            text="What you write to our team with this email, and what we answer, stands here."
            action={<ButtonLink to="/contact">Write to us</ButtonLink>}
          />
        )}
        {pages > 1 ? (
          <AfterList>
            <Pagination page={page} pages={pages} hrefFor={hrefFor} label="Pages of messages" />
          </AfterList>
        ) : null}
      </Panel>
    </>
  );
}
