import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { ApiFailure, read } from "~/api/client";
import { QUESTIONS_A_PAGE } from "~/features/messages/plain-schema";
import { askAddress } from "~/routes/shared/messages/area";
import { dayOf } from "~/routes/shared/times.server";
import { nameOf } from "~/routes/shared/titles";
import { sessionOf } from "~/session/session.server";
import { small, soft } from "~/styles/text.css";
import { MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Pagination } from "~/ui/pagination/pagination";
import { NoSuchProduct } from "../product/no-such-product";
import { publicHeaders, publicMeta } from "../public-page";
import { useMayBuy } from "../shop-card";
import * as styles from "./styles.css";

export const headers = publicHeaders;

const addressOf = (productId: string, page = 1) => `/products/${productId}/questions${page > 1 ? `?page=${page}` : ""}`;

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => {
  if (!page?.product)
    return [{ title: `Product not found – ${nameOf(matches)}` }, { name: "robots", content: "noindex" }];
  return publicMeta(matches, {
    title: `Questions about ${page.product.title}`,
    description: `What buyers ask about ${page.product.title}, and the stall's answers.`,
    path: addressOf(page.product._id),
    unlisted: page.page > 1 || page.questions.length === 0,
  });
};

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const param = { id: args.params["productId"] ?? "" };
  const typedPage = new URL(args.request.url).searchParams.get("page") ?? "";
  const page = /^[1-9]\d{0,4}$/.test(typedPage) ? Number(typedPage) : 1;
  const calls = session.api().product.general[":id"];
  try {
    const [{ data: product }, { data: list }] = await Promise.all([
      read(calls.$get({ param, query: {} })),
      read(calls.questions.$get({ param, query: { page: String(page) } })),
    ]);
    return {
      product: { _id: product._id, title: product.title, stall: product.merchant.storeName },
      page,
      pages: Math.max(1, Math.ceil(list.total / QUESTIONS_A_PAGE)),
      questions: list.docs.map((question) => ({
        ...question,
        args: dayOf(session, question.askedAt),
        answered: dayOf(session, question.answeredAt),
      })),
    };
  } catch (failure) {
    // An address without an id finds nothing either.
    if (!(failure instanceof ApiFailure) || (failure.status !== 404 && failure.status !== 422)) throw failure;
    return data({ product: null }, { status: 404, headers: { "Cache-Control": "no-cache" } });
  }
}

export default function ProductQuestions() {
  const list = useLoaderData<typeof loader>();
  const mayBuy = useMayBuy();
  if (!list.product) return <NoSuchProduct />;
  const { product, page, pages, questions } = list;
  return (
    <>
      <MoreLink to={`/products/${product._id}`}>
        <Icon of={ArrowLeft} />
        Back to {product.title}
      </MoreLink>
      <h1>Questions about {product.title}</h1>
      {mayBuy ? <MoreLink to={askAddress("product", product._id)}>Ask the stall</MoreLink> : null}
      {questions.map(({ _id, question, answer, args, answered, askedAt, answeredAt }) => (
        <article key={_id} className={styles.question}>
          <h2 dir="auto">{question}</h2>
          <p className={classNames(small, soft)}>
            A buyer · <time dateTime={askedAt}>{args}</time>
          </p>
          <div className={styles.answer}>
            <p>
              <b>{product.stall || "The stall"}</b>{" "}
              <span className={classNames(small, soft)}>
                · <time dateTime={answeredAt}>{answered}</time>
              </span>
            </p>
            <p className={styles.words} dir="auto">
              {answer}
            </p>
          </div>
          <p className={small}>
            <Link to={`/products/${product._id}/questions/${_id}/report`}>Report</Link>
          </p>
        </article>
      ))}
      <MoreLink to={`/products/${product._id}/report`}>Report the product</MoreLink>
      {questions.length === 0 ? <EmptyState title="There are none of these" /> : null}
      <Pagination
        page={page}
        pages={pages}
        hrefFor={(number) => addressOf(product._id, number)}
        label="Pages of questions"
      />
    </>
  );
}
