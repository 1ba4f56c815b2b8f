import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { countInWords } from "~/features/pagination";
import { storeStatus } from "~/features/stores/merchants-schema";
import { dayOf } from "~/routes/shared/times.server";
import { misreadIn, oneOfRule, pageRule } from "~/routes/shared/misread";
import { titled } from "~/routes/shared/titles";
import { guarded, sessionOf } from "~/session/session.server";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Link } from "~/ui/link/link";
import { Misread } from "~/ui/misread/misread";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { Cell, Row, Table } from "~/ui/table/table";
import { listAddress, pageIn, pagesOf } from "../list-address";
import * as styles from "../operator.css";
import { Pages } from "../pages";
import { SearchForm, StatusFilter } from "../search-form";
import { STORE_STATUS } from "../statuses";

export const meta = titled("Merchants");

const PATH = "/operator/merchants";
const ROWS = 20;
const RULES = [oneOfRule("status", "Status", storeStatus.options), pageRule];

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const search = new URL(args.request.url).searchParams;
  const [q, page] = [(search.get("q") ?? "").trim().slice(0, 120), pageIn(search)];
  const status = storeStatus.safeParse(search.get("status")).data ?? "";
  const { data } = await guarded(session, () =>
    read(session.api().operator.merchants.$get({ query: { q, status, page: String(page) } })),
  );
  const pages = pagesOf(data.total, ROWS);
  if (page > pages) throw redirect(listAddress(PATH, { q, status }, pages));
  const merchants = data.docs.map(
    ({ _id, storeName, firstName, lastName, email, status: state, products, createdAt }) => ({
      _id,
      storeName,
      name: `${firstName} ${lastName}`.trim(),
      email,
      status: state,
      products: countInWords(products),
      createdAt,
      since: dayOf(session, createdAt),
    }),
  );
  return { misread: misreadIn(search, RULES), q, status, page, pages, merchants };
}

export default function Merchants() {
  const { misread, q, status, page, pages, merchants } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Merchants</h1>
      <Misread sentences={misread} />
      <Panel>
        <SearchForm path={PATH} label="Stall, name or email" q={q}>
          <StatusFilter status={status} statuses={STORE_STATUS} />
        </SearchForm>
      </Panel>
      <Panel>
        {merchants.length > 0 ? (
          <Table
            caption="Merchants, newest first"
            layout="orders"
            head={["Stall", "Merchant", "Status", { title: "On sale", end: true }, "Since"]}
          >
            {merchants.map(({ _id, storeName, name, email, status: state, products, createdAt, since }) => (
              <Row key={_id}>
                <Cell place="lead" className={styles.breaking}>
                  <Link to={`${PATH}/${_id}`}>
                    <b>{storeName || "(no name yet)"}</b>
                  </Link>
                </Cell>
                <Cell label="Merchant" className={styles.breaking}>
                  {name}
                  <br />
                  {email}
                </Cell>
                <Cell place="status">
                  <Pill tone={STORE_STATUS[state].tone}>{STORE_STATUS[state].label}</Pill>
                </Cell>
                <Cell label="On sale" end num>
                  {products}
                </Cell>
                <Cell label="Since">
                  <time dateTime={createdAt}>{since}</time>
                </Cell>
              </Row>
            ))}
          </Table>
        ) : (
          <EmptyState
            title="Nobody found"
            text={
              status === "waiting" && !q
                ? "No merchant waits to be let in."
                : "No merchant fits. Try fewer letters, or another status."
            }
          />
        )}
        <Pages path={PATH} wanted={{ q, status }} page={page} pages={pages} label="Pages of merchants" />
      </Panel>
    </>
  );
}
