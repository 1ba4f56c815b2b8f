import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { ApiFailure, read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, sessionOf, type Session } from "~/session/session.server";
import { soft } from "~/styles/text.css";
import { MoreLink } from "~/ui/button/button";
import { useAnswer } from "~/ui/form/use-answer";
import { Icon } from "~/ui/icon/icon";
import { wantedIn } from "../products/list-address";
import { ownCategories } from "../products-editor/categories.server";
import { ChooseChange } from "./choose-change";
import { NotChanged, type Result } from "./not-changed";
import { changeForm } from "./posted-change";
import { Preview } from "./preview";
import * as styles from "./styles.css";
import { changeAddress, changeIn, productsIn, typedIn, whatIn } from "./wanted-change";

export const meta = titled("Change products");

const LIST = "/merchant/products";

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const user = await session.require("merchant");
  const search = new URL(args.request.url).searchParams;
  if (search.has("all")) throw await session.redirect(changeAddress(await allListed(session, search)));
  const products = productsIn(search);
  if (products.length === 0)
    throw await session.redirect(LIST, { notice: { type: "danger", message: "Tick the products first." } });
  const fields = typedIn(search);
  const kind = whatIn(search.get("what"));
  const change = kind && changeIn(kind, fields);
  const mistake = change && "field" in change ? change : null;
  const preview =
    change && "what" in change
      ? await guarded(session, () =>
          read(
            session.api().product["manage-product"].many.$post({
              json: { products: products.map((product) => ({ product })), change, dryRun: true },
            }),
          ),
        )
      : null;
  const categories = preview ? [] : await ownCategories(session, user);
  return { products, typed: fields, what: kind, mistake, preview: preview?.data ?? null, categories, key: formKey() };
}

/** The newest hundred products of the list that the address describes. */
async function allListed(session: Session, search: URLSearchParams): Promise<string[]> {
  const { q, only } = wantedIn(search);
  const { data: products } = await guarded(session, () =>
    read(session.api().product["manage-product"].$get({ query: { q, only, page: "10", from: "1" } })),
  );
  return products.docs.map(({ _id }) => _id);
}

type Answer = Refused & { result?: Result };

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const form = await postedForm(args.request);
  let result: Result | null = null;
  const answer = await answerForm(args, form, { schema: changeForm(form) }, async (json, session, key) => {
    const { changed, docs } = (
      await read(session.api(key).product["manage-product"].many.$post({ json: { ...json, dryRun: false } }))
    ).data;
    const refusals = docs.flatMap(({ product, title, outcome, message = "" }) =>
      outcome === "refused" ? [{ product, title, message }] : [],
    );
    if (refusals.length === 0)
      return session.redirect(LIST, { notice: `${changed === 1 ? "1 product" : `${changed} products`} changed` });
    result = { changed, refusals };
    throw new ApiFailure(409, [], "");
  });
  if (answer instanceof Response || !result) return answer;
  return data<Answer>({ ...answer.data, result }, { status: (result as Result).changed > 0 ? 200 : 409 });
}

export default function ChangeProducts() {
  const { products, typed, what, mistake, preview, categories, key } = useLoaderData<typeof loader>();
  const answer = useAnswer<Answer>();
  return (
    <>
      <MoreLink to={LIST}>
        <Icon of={ArrowLeft} className={styles.arrow} />
        All products
      </MoreLink>
      <div>
        <h1>Change products</h1>
        <p className={soft}>
          {products.length === 1 ? "1 product" : `${products.length} products`}. You see what becomes of each before
          anything is changed.
        </p>
      </div>
      {answer?.result ? (
        <NotChanged result={answer.result} />
      ) : what && preview ? (
        <Preview what={what} typed={typed} preview={preview} refusal={answer} idempotencyKey={key} />
      ) : (
        <ChooseChange products={products} typed={typed} mistake={mistake} categories={categories} />
      )}
    </>
  );
}
