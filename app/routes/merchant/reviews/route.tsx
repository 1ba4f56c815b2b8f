import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { REVIEWS_A_PAGE } from "~/features/reviews/plain-schema";
import { answerForm as answerSchema } from "~/features/reviews/schema";
import { ReviewCard, shownReview } from "~/routes/shared/review/review-card";
import { dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { useAnswer } from "~/ui/form/use-answer";
import { Link } from "~/ui/link/link";
import { Pagination } from "~/ui/pagination/pagination";
import { Panel } from "~/ui/panel/panel";
import { addressOf, pageIn } from "../pages";
import { AnswerForm } from "./answer-form";

export const meta = titled("Reviews");

const PATH = "/merchant/reviews";

function listIn(url: string) {
  const search = new URL(url).searchParams;
  const state = search.get("state") === "unanswered" ? ("unanswered" as const) : ("all" as const);
  return { state, page: pageIn(search, "page") ?? 1 };
}

const hrefOf = ({ state, page }: ReturnType<typeof listIn>) =>
  addressOf(PATH, { state: state === "all" ? "" : state, page });

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const { storeName } = await session.require("merchant");
  const list = listIn(args.request.url);
  const { data } = await guarded(session, () =>
    read(session.api().merchant.reviews.$get({ query: { state: list.state, page: String(list.page) } })),
  );
  return {
    list,
    pages: Math.max(1, Math.ceil(data.total / REVIEWS_A_PAGE)),
    stall: storeName ?? "",
    reviews: data.docs.map((review) => shownReview(review, (moment) => dayOf(session, moment))),
    key: formKey(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const form = await postedForm(args.request);
  const param = { id: String(form.get("review") ?? "") };
  const to = hrefOf(listIn(args.request.url));
  if (form.get("intent") === "take-back") {
    try {
      const { message } = await guarded(session, () =>
        read(session.api(form.get("_key")).merchant.reviews[":id"].answer.$delete({ param })),
      );
      return await session.redirect(to, { notice: message });
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
      return session.redirect(to, { notice: { type: "danger", message: failure.message } });
    }
  }
  return answerForm(args, form, { schema: answerSchema }, async (json, owner, key) => {
    const { message } = await read(owner.api(key).merchant.reviews[":id"].answer.$put({ param, json }));
    return owner.redirect(to, { notice: message });
  });
}

export default function StallReviews() {
  const { list, pages, stall, reviews, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const refusedFor = refusal?.lastResult.initialValue?.["review"];
  return (
    <>
      <h1>Reviews</h1>
      <nav className={row} aria-label="Which reviews">
        {(["all", "unanswered"] as const).map((state) => (
          <ButtonLink
            key={state}
            to={hrefOf({ state, page: 1 })}
            variant={state === list.state ? "primary" : "quiet"}
            aria-current={state === list.state ? "page" : undefined}
          >
            {state === "all" ? "All" : "Without an answer"}
          </ButtonLink>
        ))}
      </nav>
      <Panel>
        {reviews.map((review) => (
          <ReviewCard
            key={review._id}
            review={review}
            stall={stall}
            product={
              <h2>
                <Link to={`/products/${review.product._id}/reviews`}>{review.product.title}</Link>
              </h2>
            }
          >
            <AnswerForm
              reviewId={review._id}
              answer={review.answer?.text ?? ""}
              idempotencyKey={key}
              refusal={refusedFor === review._id ? refusal : undefined}
            />
          </ReviewCard>
        ))}
        {reviews.length === 0 ? (
          <EmptyState title="No reviews here" text="Buyers can review what has arrived, and you answer here." />
        ) : null}
        <Pagination
          page={list.page}
          pages={pages}
          hrefFor={(page) => hrefOf({ ...list, page })}
          label="Pages of reviews"
        />
      </Panel>
    </>
  );
}
