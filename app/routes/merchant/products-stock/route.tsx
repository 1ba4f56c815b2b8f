import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { sizeIdOf } from "~/features/cart/schema";
import { refusedBy } from "~/routes/shared/refused-by";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { soft } from "~/styles/text.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { useAnswer } from "~/ui/form/use-answer";
import { Icon } from "~/ui/icon/icon";
import { Pagination } from "~/ui/pagination/pagination";
import { listAddress, stockAddress, wantedIn } from "../products/list-address";
import { SettingsCard } from "./settings-card";
import { DisputedCounts } from "./disputed-counts";
import { disputedAddress, disputesIn } from "./disputes.server";
import { countStep, settingsForm, stockForm } from "./stock-form.server";
import { StockRows, stockedOf } from "./stock-rows";
import * as styles from "./styles.css";

export const meta = titled("Stock");

/** The number of the service's pages that one page here shows. */
const TOGETHER = 5;
const ROWS = 10 * TOGETHER;

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const { q, only, page } = wantedIn(new URL(args.request.url).searchParams);
  const [last, first] = [page * TOGETHER, (page - 1) * TOGETHER + 1].map(String) as [string, string];
  const { data } = await guarded(session, () =>
    read(session.api().product["manage-product"].$get({ query: { q, only, page: last, from: first } })),
  );
  const pages = Math.max(1, Math.ceil(data.total / ROWS));
  if (page > pages) throw await session.redirect(stockAddress({ q, only, page: pages }));
  const { data: settings } = await guarded(session, () =>
    read(session.api().product["manage-product"].stock.settings.$get()),
  );
  const products = data.docs.flatMap(stockedOf);
  return {
    disputes: await disputesIn(session, args.request, products),
    wanted: { q, only, page },
    pages,
    total: data.total,
    settings,
    timeZone: session.config.timeZone,
    products,
    keys: { stock: formKey(), settings: formKey(), disputes: formKey() },
  };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const form = await postedForm(args.request);
  countStep(form);
  const { q, only, page } = wantedIn(new URL(args.request.url).searchParams);
  const path = stockAddress({ q, only, page });
  if (form.get("intent") === "settings")
    return answerForm(args, form, { schema: settingsForm }, async (json, session, key) => {
      await read(session.api(key).product["manage-product"].stock.settings.$put({ json }));
      return session.redirect(path, { notice: "Saved" });
    });
  return answerForm(args, form, { schema: stockForm(form) }, async (products, session, key) => {
    if (products.length === 0) return session.redirect(path, { notice: "Nothing was changed" });
    const { changed, docs } = (
      await read(session.api(key).product["manage-product"].stock.$put({ json: { products } }))
    ).data;
    const notice = changed === 1 ? "1 product changed" : `${changed} products changed`;
    const unknownCount = docs.filter(({ code }) => code === "unknown_product").length;
    const disputed = docs.filter(({ code }) => code === "changed_meanwhile").map(sizeIdOf);
    const sentences = [
      notice,
      ...(unknownCount > 0 ? [`${unknownCount} could not be: not among yours any more`] : []),
      ...(disputed.length > 0 ? [`${disputed.length} counted by somebody else as well: choose below`] : []),
    ];
    // If the form came back, it would count the saved rows again. So the page is loaded anew, with a notice.
    return session.redirect(
      disputedAddress(
        path,
        products.filter((row) => disputed.includes(sizeIdOf(row))),
      ),
      { notice: sentences.length === 1 ? notice : { type: "danger", message: `${sentences.join(". ")}.` } },
    );
  });
}

export default function Stock() {
  const { disputes, wanted, pages, total, settings, timeZone, products, keys } = useLoaderData<typeof loader>();
  const answer = useAnswer<Refused>();
  return (
    <>
      <MoreLink to={listAddress({ ...wanted, page: 1, from: 1 })}>
        <Icon of={ArrowLeft} className={styles.arrow} />
        Products
      </MoreLink>
      <div>
        <h1>Stock</h1>
        <p className={soft}>
          {total === 1 ? "1 product" : `${total} products`}, newest first. What is sold while you count is taken off.
        </p>
      </div>
      {disputes.length > 0 ? (
        <DisputedCounts
          key={keys.disputes}
          disputes={disputes}
          refusal={refusedBy(answer, "stock")}
          idempotencyKey={keys.disputes}
        />
      ) : null}
      {total > 0 ? (
        <StockRows
          key={keys.stock}
          products={products}
          stallMark={settings.lowStockAt}
          refusal={refusedBy(answer, "stock")}
          idempotencyKey={keys.stock}
        />
      ) : (
        <EmptyState
          title="None of your products is here now"
          text="What runs low or out is listed here until there is more of it."
          action={
            <ButtonLink variant="quiet" to="/merchant/products/stock">
              All products
            </ButtonLink>
          }
        />
      )}
      {pages > 1 ? (
        <Pagination
          page={wanted.page}
          pages={pages}
          hrefFor={(page) => stockAddress({ ...wanted, page })}
          label="Pages of products"
        />
      ) : null}
      <SettingsCard
        key={keys.settings}
        settings={settings}
        timeZone={timeZone}
        refusal={refusedBy(answer, "settings")}
        idempotencyKey={keys.settings}
      />
    </>
  );
}
