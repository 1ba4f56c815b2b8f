import { useActionData, useLoaderData } from "@remix-run/react";
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Refused } from "~/session/form.server";
import { ButtonLink } from "~/ui/button/button";
import { FieldError } from "~/ui/field/field";
import { PlainForm } from "~/ui/form/plain-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { NarrowPage } from "~/routes/shared/narrow-page";

export interface NewsletterLinkProps {
  question: { title: string; text: string; button: string };
  thanks: { title: string; text: string };
}

/** The word in a newsletter's link, and whether its button has been pressed. */
export function linkIn({ request }: Pick<LoaderFunctionArgs, "request">) {
  const search = new URL(request.url).searchParams;
  return { link: (search.get("link") ?? "").slice(0, 1000), done: search.has("done") };
}

/**
 * The page of a mailed link. Opening it does nothing yet, because programs that check mails open every link in them. A
 * person presses the button.
 */
export function NewsletterLink({ question, thanks }: NewsletterLinkProps) {
  const { link, done } = useLoaderData<typeof linkIn>();
  const refusal = useActionData<Refused>()?.lastResult.error;
  if (done)
    return (
      <NarrowPage {...thanks}>
        <ButtonLink to="/products">Go to the shop</ButtonLink>
      </NarrowPage>
    );
  if (!link) {
    return (
      <NarrowPage
        title="This link is not complete"
        text="Please open it from the mail again, or copy all of it into the address line."
      >
        <ButtonLink to="/newsletter">To the newsletter</ButtonLink>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title={question.title} text={question.text}>
      <PlainForm>
        <input type="hidden" name="link" value={link} />
        <SubmitButton wide>{question.button}</SubmitButton>
      </PlainForm>
      {refusal ? (
        <div role="alert">
          <FieldError error={refusal[""] ?? undefined} />
        </div>
      ) : null}
    </NarrowPage>
  );
}
