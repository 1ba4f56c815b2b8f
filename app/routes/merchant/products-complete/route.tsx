import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { allergensOf } from "~/features/food-information/words";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { soft } from "~/styles/text.css";
import { MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { useAnswer } from "~/ui/form/use-answer";
import { Icon } from "~/ui/icon/icon";
import { Pagination } from "~/ui/pagination/pagination";
import { addressOf, pageIn } from "../pages";
import { completeForm, fieldNames } from "./complete-form.server";
import { CompleteRows, incompleteOf } from "./complete-rows";
import * as styles from "./styles.css";

export const meta = titled("To complete");

const PATH = "/merchant/products/complete";
/** Products on a page. A product that lacks everything has some thirty fields, and a form has 400 at most. */
const ROWS = 12;

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const page = pageIn(new URL(args.request.url).searchParams, "page") ?? 1;
  const query = { only: "to-complete", page: String(page), limit: String(ROWS) } as const;
  const { data } = await guarded(session, () => read(session.api().product["manage-product"].$get({ query })));
  const pages = Math.max(1, Math.ceil(data.total / ROWS));
  if (page > pages) throw await session.redirect(addressOf(PATH, { page: pages }));
  return {
    products: data.docs.map(incompleteOf),
    total: data.total,
    page,
    pages,
    allergens: allergensOf(session.config.units),
    key: formKey(),
  };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const form = await postedForm(args.request);
  const path = addressOf(PATH, { page: pageIn(new URL(args.request.url).searchParams, "page") ?? 1 });
  const rename: Record<string, string> = {};
  return answerForm(args, form, { schema: completeForm(form), rename }, async (products, session, key) => {
    if (products.length === 0) return session.redirect(path, { notice: "Nothing was filled in" });
    Object.assign(rename, fieldNames(products));
    const call = session.api(key).product["manage-product"].particulars.$put({ json: { products } });
    const { changed, review } = (await read(call)).data;
    const notice = changed === 1 ? "1 product is saved" : `${changed} products are saved`;
    return session.redirect(path, {
      notice: review > 0 ? `${notice} and looked over before the shop shows it` : notice,
    });
  });
}

export default function Complete() {
  const { products, total, page, pages, allergens, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  return (
    <>
      <MoreLink to="/merchant/products">
        <Icon of={ArrowLeft} className={styles.arrow} />
        Products
      </MoreLink>
      <div>
        <h1>To complete</h1>
        <p className={soft}>
          {total === 1 ? "1 product" : `${total} products`} on sale without something that the category asks for. They
          stay on sale. Fill in what you know; the rest can wait.
        </p>
      </div>
      {total > 0 ? (
        <CompleteRows key={key} products={products} allergens={allergens} refusal={refusal} idempotencyKey={key} />
      ) : (
        <EmptyState title="Nothing is missing" text="All that you sell says what its category asks for." />
      )}
      {pages > 1 ? (
        <Pagination
          page={page}
          pages={pages}
          hrefFor={(otherPage) => addressOf(PATH, { page: otherPage })}
          label="Pages of products"
        />
      ) : null}
    </>
  );
}
