import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { misreadIn, pageRule } from "~/routes/shared/misread";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Goods } from "~/ui/goods/goods";
import { Misread } from "~/ui/misread/misread";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { Cell, Row, Table } from "~/ui/table/table";
import { listAddress, pageIn, pagesOf } from "../list-address";
import { Pages } from "../pages";
import { momentOf } from "../times.server";

export const meta = titled("Review");

const PATH = "/operator/review";
const ROWS = 10;

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const search = new URL(args.request.url).searchParams;
  const page = pageIn(search);
  const { data } = await guarded(session, () =>
    read(session.api().operator.review.$get({ query: { page: String(page) } })),
  );
  const pages = pagesOf(data.total, ROWS);
  if (page > pages) throw redirect(listAddress(PATH, {}, pages));
  const misread = misreadIn(search, [pageRule]);
  return {
    misread,
    page,
    pages,
    waiting: data.docs.map((doc) => ({ ...doc, time: momentOf(session, doc.submittedAt) })),
  };
}

export default function Review() {
  const { misread, page, pages, waiting } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Review</h1>
      <Misread sentences={misread} />
      <Panel>
        {waiting.length > 0 ? (
          <Table caption="What waits for review, oldest first" head={["Product", "Merchant", "What", "Handed in"]}>
            {waiting.map(({ _id, kind, title, category, storeName, image, submittedAt, time }) => (
              <Row key={_id}>
                <Cell place="lead">
                  <Goods title={title} to={`${PATH}/${_id}`} image={image} tint={category.tint} size={44} />
                </Cell>
                <Cell label="Merchant">{storeName}</Cell>
                <Cell label="What">
                  {kind === "new" ? <Pill tone="leaf">New</Pill> : <Pill tone="honey">Change</Pill>}
                </Cell>
                <Cell label="Handed in">
                  <time dateTime={submittedAt}>{time}</time>
                </Cell>
              </Row>
            ))}
          </Table>
        ) : (
          <EmptyState
            title="Nothing waits"
            text="Products that merchants hand in, and changes of what they sell, wait here for you."
            action={<ButtonLink to="/operator">Back to Dashboard</ButtonLink>}
          />
        )}
        <Pages path={PATH} page={page} pages={pages} label="Pages of the review" />
      </Panel>
    </>
  );
}
