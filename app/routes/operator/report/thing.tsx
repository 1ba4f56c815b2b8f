import type { ModeratedQuestion } from "~/features/messages/schema";
import type { OperatorProduct } from "~/features/product-review/operator-schema";
import type { ModeratedReview } from "~/features/reviews/schema";
import { Conversation, type Said } from "~/routes/shared/conversation/conversation";
import { ReviewCard, type ShownReview } from "~/routes/shared/review/review-card";
import { soft } from "~/styles/text.css";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { ProductFacts } from "../product/facts";

export interface ThingProps {
  review: (Omit<ModeratedReview, "answer"> & ShownReview) | null;
  conversation: { between: string; entries: Said[] } | null;
  question: ModeratedQuestion | null;
  product: { facts: OperatorProduct; since: string; deleted: string | null } | null;
}

/** The reported thing as it is now. */
export function Thing({ review, conversation, question, product }: ThingProps) {
  if (review)
    return (
      <Panel title="Review">
        <ReviewCard
          review={review}
          stall={review.merchant.storeName}
          product={<About product={review.product} stall={review.merchant.storeName} />}
        />
      </Panel>
    );
  if (conversation)
    return (
      <>
        <p className={soft}>{conversation.between}</p>
        <Conversation label="What was written until it was reported" entries={conversation.entries} />
      </>
    );
  if (question)
    return (
      <Panel title="Question and answer" stacked>
        <About product={question.product} stall={question.merchant.storeName} />
        <p dir="auto">
          <b>A buyer:</b> {question.question}
        </p>
        <p dir="auto">
          <b>{question.merchant.storeName || "The stall"}:</b> {question.answer}
        </p>
      </Panel>
    );
  if (product)
    return (
      <>
        <ProductFacts product={product.facts} since={product.since} deleted={product.deleted} />
        <p>
          <Link to={`/operator/products/${product.facts._id}`}>All about this product</Link>
        </p>
      </>
    );
  return <p>It is not there to be read any more.</p>;
}

function About({ product, stall }: { product: { _id: string; title: string }; stall: string }) {
  return (
    <p>
      <Link to={`/products/${product._id}`}>{product.title}</Link>
      {stall ? ` · ${stall}` : null}
    </p>
  );
}
