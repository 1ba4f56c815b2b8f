import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { deleteAccount } from "~/features/accounts/schema";
import { titled } from "~/routes/shared/titles";
import { forget } from "~/session/cookies.server";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { row, stack } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Panel } from "~/ui/panel/panel";
import { PasswordField } from "~/ui/password-field/password-field";
import * as styles from "./styles.css";

export const meta = titled("Delete account");

export async function loader(asked: LoaderFunctionArgs) {
  await (await sessionOf(asked)).require("buyer");
  return { key: formKey() };
}

export async function action(asked: ActionFunctionArgs) {
  await (await sessionOf(asked)).require("buyer");
  return answerForm(
    asked,
    await postedForm(asked.request),
    { schema: deleteAccount, hide: ["password"] },
    async (json, session, key) => {
      await read(session.api(key).user.$delete({ json }));
      const { authToken, cartItems, cartPrices, wishlistItems, signUp, reset } = session.cookies;
      const cookies = await Promise.all(
        [authToken, cartItems, cartPrices, wishlistItems, signUp, reset].map((cookie) => cookie.serialize("", forget)),
      );
      const answer = await session.redirect("/", { notice: "Your account was deleted.", cookies });
      answer.headers.set("Clear-Site-Data", '"cache", "storage"');
      return answer;
    },
  );
}

export default function DeleteAccount() {
  const { key } = useLoaderData<typeof loader>();
  const refused = useAnswer<Refused>();
  const [form, fields] = useForm<{ password: string }>({
    id: "delete-account",
    lastResult: refused?.lastResult,
    defaultNoValidate: false,
  });
  return (
    <>
      <h1>Delete account</h1>
      <Panel className={styles.sheet} stacked>
        <p>
          This cannot be taken back. Your name, addresses, cart and wishlist are erased, and you are signed out
          everywhere.
        </p>
        <p>
          Orders stay in the merchants' books without your name and address. If one is still on its way, wait until it
          has arrived.
        </p>
        <PostForm form={form} idempotencyKey={key} className={stack}>
          <FormErrors form={form} />
          <PasswordField
            field={fields.password}
            label="Your password"
            autoComplete="current-password"
            enterKeyHint="done"
          />
          <div className={row}>
            <SubmitButton variant="danger">Delete my account</SubmitButton>
            <ButtonLink variant="quiet" to="/customer/account_settings">
              Keep it
            </ButtonLink>
          </div>
        </PostForm>
      </Panel>
    </>
  );
}
