import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { deleteAccount } from "~/features/accounts/schema";
import { titled } from "~/routes/shared/titles";
import { forget } from "~/session/cookies.server";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { sessionOf, type Notice, type Session } from "~/session/session.server";
import { row, stack } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { PasswordField } from "~/ui/password-field/password-field";
import * as styles from "./styles.css";

export const meta = titled("Delete account");

export async function loader(args: LoaderFunctionArgs) {
  await (await sessionOf(args)).require("buyer");
  return { key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  // If the answer was lost, the same post comes again from an account that no longer exists.
  await session.user().catch(async (reason: unknown) => {
    throw reason instanceof Response ? await leave(session, "/login/customer", GONE) : reason;
  });
  await session.require("buyer");
  return answerForm(
    args,
    await postedForm(args.request),
    { schema: deleteAccount, hide: ["password"] },
    async (json, owner, key) => {
      await read(owner.api(key).user.$delete({ json }));
      return leave(owner, "/", { type: "success", message: "Your account was deleted." });
    },
  );
}

const GONE: Notice = {
  type: "danger",
  message: "You are signed out. If you have deleted your account just now, that is done: it is gone.",
};

/** Leaves nothing of the account in this browser. */
async function leave(session: Session, path: string, notice: Notice): Promise<Response> {
  const { authToken, cartItems, cartPrices, wishlistItems } = session.cookies;
  const cookies = await Promise.all(
    [authToken, cartItems, cartPrices, wishlistItems].map((cookie) => cookie.serialize("", forget)),
  );
  cookies.push(...(await session.exits.forgetBegun()));
  return session.redirect(path, { notice: { ...notice, leaves: true }, cookies });
}

export default function DeleteAccount() {
  const { key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  const [form, fields] = useForm<{ password: string }>({
    id: "delete-account",
    lastResult: refusal?.lastResult,
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
          <p>
            You sign in by mail and have no password? <Link to="/reset_password">Choose one first</Link>.
          </p>
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
