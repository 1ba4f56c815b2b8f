import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { MOST_PICTURES } from "~/features/reviews/plain-schema";
import { reviewForm } from "~/features/reviews/schema";
import { sendPicture } from "~/routes/shared/pictures/send-picture.server";
import { ReviewForm } from "~/routes/shared/review/review-form";
import { sizeBeside } from "~/routes/shared/review/size-beside";
import { dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey } from "~/session/form.server";
import { withPictures } from "~/session/posted-pictures.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { soft } from "~/styles/text.css";
import { MoreLink } from "~/ui/button/button";
import { Icon } from "~/ui/icon/icon";
import { Notice } from "~/ui/notice/notice";
import { Panel } from "~/ui/panel/panel";
import { arrow } from "../order-details/styles.css";

export const meta = titled("Review");

const orderAddress = (orderId: string | undefined) => `/customer/order_history/${orderId ?? ""}`;

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const { orderId = "", lineId } = args.params;
  const { data } = await guarded(session, () =>
    orNotFound(read(session.api().user.orders[":id"].reviews.$get({ param: { id: orderId } }))),
  );
  const line = data.find((reviewable) => reviewable.line === lineId);
  if (!line) throw new Response("Not Found", { status: 404 });
  const { review, refusal, product, size } = line;
  const until = review?.changeUntil ? dayOf(session, review.changeUntil) : null;
  return {
    product,
    size: sizeBeside(product.title, size),
    review,
    refusal,
    until,
    key: formKey(),
    back: orderAddress(orderId),
  };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("buyer");
  const param = { id: args.params["lineId"] ?? "" };
  return withPictures(args, { schema: reviewForm, most: MOST_PICTURES, send: sendPicture }, (form) =>
    answerForm(
      args,
      form,
      { schema: reviewForm, rename: { pictures: "photos" } },
      async ({ pictures = [], ...review }, session, key) => {
        const json = { ...review, pictures };
        const { message } = await orNotFound(
          read(session.api(key).user["order-lines"][":id"].review.$put({ param, json })),
        );
        return session.redirect(orderAddress(args.params["orderId"]), { notice: message });
      },
    ),
  );
}

const REFUSALS = {
  not_arrived: "You can review it once it has arrived.",
  line_refunded: "Its price was given back in full, so it can no longer be reviewed.",
  own_stall: "You cannot review what your own stall sells.",
  review_final: "A review can be changed for 30 days, and yours is older.",
};

export default function Review() {
  const { product, size, review, refusal, until, key, back } = useLoaderData<typeof loader>();
  return (
    <>
      <MoreLink to={back}>
        <Icon of={ArrowLeft} className={arrow} />
        Back to the order
      </MoreLink>
      <h1>{review ? `Your review of ${product.title}` : `Review ${product.title}`}</h1>
      {size ? <p className={soft}>{size}</p> : null}
      {review && review.hiddenReason !== null ? (
        <Notice still type="danger" message={`Our team has hidden your review: ${review.hiddenReason}`} />
      ) : null}
      <Panel stacked>
        {refusal ? (
          <p>{REFUSALS[refusal]}</p>
        ) : (
          <>
            {until ? <p className={soft}>You can change it until {until}.</p> : null}
            <ReviewForm idempotencyKey={key} values={review} button={review ? "Save review" : "Send review"} />
          </>
        )}
      </Panel>
    </>
  );
}
