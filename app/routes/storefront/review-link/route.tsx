import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { MOST_PICTURES } from "~/features/reviews/plain-schema";
import { reviewForm } from "~/features/reviews/schema";
import { NarrowPage } from "~/routes/shared/narrow-page";
import { ReviewForm } from "~/routes/shared/review/review-form";
import { sizeBeside } from "~/routes/shared/review/size-beside";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey } from "~/session/form.server";
import type { SendFile } from "~/session/posted-files.server";
import { withPictures } from "~/session/posted-pictures.server";
import { orNotFound, sessionOf, type Session } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { PlainForm } from "~/ui/form/plain-form";
import { SubmitButton } from "~/ui/form/submit-button";

export const meta = titled("Review");

/* The page of a mailed link. Opening it does nothing, because programs that check mails open every link. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const word = args.params["word"] ?? "";
  const { data: line } = await orNotFound(read(session.api()["review-link"][":word"].$get({ param: { word } })));
  const search = new URL(args.request.url).searchParams;
  return { line, done: search.get("done"), key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const param = { word: args.params["word"] ?? "" };
  const send = (session: Session, form: FormData): SendFile => {
    const calls = session.api(form.get("_key"))["review-link"][":word"];
    return (body) => read(calls.pictures.$post({ param }, { init: { body } }));
  };
  return withPictures(args, { schema: reviewForm, most: MOST_PICTURES, send }, (form) => answerLink(args, form));
}

async function answerLink(args: ActionFunctionArgs, form: FormData) {
  const param = { word: args.params["word"] ?? "" };
  const path = `/review/${encodeURIComponent(param.word)}`;
  if (form.get("intent") === "stop") {
    const session = await sessionOf(args);
    await session.account.requireOwnerOf(form);
    try {
      await read(session.api()["review-link"][":word"].stop.$post({ param }));
      return session.redirect(`${path}?done=stop`);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      return session.redirect(path, { notice: { type: "danger", message: failure.message } });
    }
  }
  const rules = { schema: reviewForm, rename: { pictures: "photos" } };
  return answerForm(args, form, rules, async (json, session, key) => {
    await read(session.api(key)["review-link"][":word"].$post({ param, json }));
    return session.redirect(`${path}?done=review`);
  });
}

export default function ReviewLink() {
  const { line, done, key } = useLoaderData<typeof loader>();
  const { product, size, isUsed } = line;
  const toProduct = (
    <ButtonLink wide to={`/products/${product._id}`}>
      See {product.title}
    </ButtonLink>
  );
  if (done === "stop") return <NarrowPage title="Done" text="We do not ask you for reviews again." />;
  if (isUsed)
    return (
      <NarrowPage
        title={done === "review" ? "Thank you" : "This was reviewed already"}
        text={
          done === "review"
            ? `Your review of ${product.title} is shown with the product.`
            : "The link works once. To change your review, sign in and open the order."
        }
      >
        {toProduct}
      </NarrowPage>
    );
  return (
    <NarrowPage title={`How was ${product.title}?`} text={sizeBeside(product.title, size)}>
      <ReviewForm idempotencyKey={key} button="Send review" />
      <PlainForm>
        <SubmitButton intent="stop" variant="quiet">
          Do not ask me for reviews again
        </SubmitButton>
      </PlainForm>
    </NarrowPage>
  );
}
