import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { hideForm } from "~/features/reviews/schema";
import { ReviewCard, shownReview } from "~/routes/shared/review/review-card";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { useAnswer } from "~/ui/form/use-answer";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { act } from "../act.server";
import { pageIn, pagesOf } from "../list-address";
import { Pages } from "../pages";
import { momentOf } from "../times.server";
import { DecideForm } from "./decide-form";

export const meta = titled("Buyers’ reviews");

const PATH = "/operator/customer_reviews";
const ROWS = 20;
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const search = new URL(args.request.url).searchParams;
  // This address showed reported and hidden reviews before there was one queue of reports.
  if (search.has("state")) throw redirect("/operator/reports?kind=review");
  const page = pageIn(search);
  const { data } = await guarded(session, () =>
    read(session.api().operator["customer-reviews"].$get({ query: { state: "newest", page: String(page) } })),
  );
  return {
    page,
    pages: pagesOf(data.total, ROWS),
    reviews: data.docs.map((review) => shownReview(review, (moment) => momentOf(session, moment))),
    key: formKey(),
  };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("operator");
  const form = await postedForm(args.request);
  const param = { id: String(form.get("review") ?? "") };
  const to = PATH;
  const intent = form.get("intent");
  if (intent === "put-back" || intent === "keep")
    return act(args, { to }, (session) =>
      read(session.api(form.get("_key")).operator["customer-reviews"][":id"][intent].$post({ param })),
    );
  return answerForm(args, form, { schema: hideForm }, async (json, session, key) => {
    const { message } = await read(session.api(key).operator["customer-reviews"][":id"].hide.$post({ param, json }));
    return session.redirect(to, { notice: message });
  });
}

export default function CustomerReviews() {
  const { page, pages, reviews, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const refusedFor = refusal?.lastResult.initialValue?.["review"];
  return (
    <>
      <h1>Buyers’ reviews</h1>
      <p className={soft}>
        The newest first, each with how many its product got in a day: many at once may be bought. What somebody reports
        waits in <Link to="/operator/reports?kind=review">Reports</Link>.
      </p>
      <Panel>
        {reviews.map((review) => (
          <ReviewCard
            key={review._id}
            review={review}
            stall={review.merchant.storeName}
            product={
              <>
                <h2>
                  <Link to={`/products/${review.product._id}`}>{review.product.title}</Link>
                </h2>
                <p className={classNames(small, soft)}>
                  {review.merchant.storeName} · {review.ofProductToday} new in the last 24 hours
                </p>
                {review.reports.map((report) => (
                  <p key={report.createdAt + report.reason}>
                    <b>Reported:</b> {report.reason}
                  </p>
                ))}
                {review.hiddenAt === null ? null : (
                  <p>
                    <b>Hidden:</b> {review.hiddenReason}
                  </p>
                )}
              </>
            }
          >
            <DecideForm
              review={review}
              idempotencyKey={key}
              refusal={refusedFor === review._id ? refusal : undefined}
            />
          </ReviewCard>
        ))}
        {reviews.length === 0 ? <EmptyState title="Nothing here" text="Nobody has reviewed anything yet." /> : null}
        <Pages path={PATH} page={page} pages={pages} label="Pages of reviews" />
      </Panel>
    </>
  );
}
