import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { ApiFailure, read } from "~/api/client";
import { REVIEWS_A_PAGE } from "~/features/reviews/plain-schema";
import { ReviewCard, shownReview } from "~/routes/shared/review/review-card";
import { dayOf } from "~/routes/shared/times.server";
import { nameOf } from "~/routes/shared/titles";
import { postedForm } from "~/session/form.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Icon } from "~/ui/icon/icon";
import { Pagination } from "~/ui/pagination/pagination";
import { publicHeaders, publicMeta } from "../public-page";
import { StructuredReviews } from "../product/structured-data";
import { NoSuchProduct } from "../product/no-such-product";
import { reviewListIn, reviewsAddress } from "./reviews-address";
import { Spread } from "./spread";
import * as styles from "./styles.css";
import { UsefulRow } from "./useful-row";

export const headers = publicHeaders;

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => {
  if (!page?.product)
    return [{ title: `Product not found – ${nameOf(matches)}` }, { name: "robots", content: "noindex" }];
  const { product, list } = page;
  return publicMeta(matches, {
    title: `Reviews of ${product.title}`,
    description: `What buyers say of ${product.title}.`,
    path: reviewsAddress(product._id),
    unlisted: list.page > 1 || list.stars !== undefined || list.sort !== "newest",
  });
};

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const param = { id: args.params["productId"] ?? "" };
  const { page, ...narrowing } = reviewListIn(new URL(args.request.url).searchParams);
  const calls = session.api().product.general[":id"];
  try {
    const [{ data: product }, { data: reviewPage }] = await Promise.all([
      read(calls.$get({ param, query: {} })),
      read(calls.reviews.$get({ param, query: { ...narrowing, page: String(page) } })),
    ]);
    const { reviews, spread, total, docs } = reviewPage;
    return {
      product: { _id: product._id, title: product.title, stall: product.merchant.storeName },
      list: { ...narrowing, page },
      publicUrl: session.config.publicUrl,
      pages: Math.max(1, Math.ceil(total / REVIEWS_A_PAGE)),
      reviews,
      spread,
      docs: docs.map((review) => shownReview(review, (moment) => dayOf(session, moment))),
    };
  } catch (failure) {
    // An address without an id finds nothing either.
    if (!(failure instanceof ApiFailure) || (failure.status !== 404 && failure.status !== 422)) throw failure;
    return data({ product: null }, { status: 404, headers: { "Cache-Control": "no-cache" } });
  }
}

/** Marks a review as useful for the signed-in buyer. */
export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const form = await postedForm(args.request);
  const param = { id: String(form.get("review") ?? "") };
  const { message } = await guarded(session, () =>
    orNotFound(read(session.api().reviews[":id"].useful.$put({ param, json: { isUseful: true } }))),
  );
  return session.redirect(reviewsAddress(args.params["productId"] ?? ""), { notice: message });
}

export default function ProductReviewList() {
  const page = useLoaderData<typeof loader>();
  if (!page.product) return <NoSuchProduct />;
  const { product, list, pages, reviews, spread, docs, publicUrl } = page;
  return (
    <>
      <MoreLink to={`/products/${product._id}`}>
        <Icon of={ArrowLeft} />
        Back to {product.title}
      </MoreLink>
      <h1>Reviews of {product.title}</h1>
      {reviews ? <StructuredReviews product={product} reviews={reviews} docs={docs} publicUrl={publicUrl} /> : null}
      {reviews === null ? (
        <EmptyState title="Nobody has reviewed it yet" text="Who buys it can, once it has arrived." />
      ) : (
        <div className={styles.columns}>
          <Spread productId={product._id} reviews={reviews} spread={spread} />
          <div>
            <nav className={row} aria-label="Order of reviews">
              <Way to={reviewsAddress(product._id, { ...list, sort: "newest", page: 1 })} here={list.sort === "newest"}>
                Newest first
              </Way>
              <Way to={reviewsAddress(product._id, { ...list, sort: "useful", page: 1 })} here={list.sort === "useful"}>
                Most useful first
              </Way>
              {list.stars ? (
                <ButtonLink variant="quiet" to={reviewsAddress(product._id, { sort: list.sort })}>
                  Show all stars
                </ButtonLink>
              ) : null}
            </nav>
            {docs.map((review) => (
              <ReviewCard key={review._id} review={review} stall={product.stall}>
                <UsefulRow productId={product._id} review={review} />
              </ReviewCard>
            ))}
            {docs.length === 0 ? <EmptyState title="There are none of these" /> : null}
            <Pagination
              page={list.page}
              pages={pages}
              hrefFor={(number) => reviewsAddress(product._id, { ...list, page: number })}
              label="Pages of reviews"
            />
          </div>
        </div>
      )}
    </>
  );
}

function Way({ to, here, children }: { to: string; here: boolean; children: string }) {
  return (
    <ButtonLink to={to} variant={here ? "primary" : "quiet"} aria-current={here ? "page" : undefined}>
      {children}
    </ButtonLink>
  );
}
