import { useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import { FreeField } from "~/routes/shared/billing/free-field";
import type { Refused } from "~/session/form.server";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { PasswordField } from "~/ui/password-field/password-field";
import { AccountPanel } from "./account-panel";
import { SignInAgain } from "./sign-in-again";
import { useOnwards } from "./use-onwards";

/** The sign-in form of both kinds of user. Only its links differ. */
export function LoginForm({ kind, signUpHref }: { kind: "Customer" | "Merchant"; signUpHref: string }) {
  const refusal = useActionData<Refused>();
  const onwards = useOnwards();
  const [form, fields] = useForm<{ email: string; password: string }>({
    id: "login",
    lastResult: refusal?.lastResult,
  });
  return (
    <AccountPanel
      title="Sign In"
      intro={kind === "Merchant" ? "Open your stall: products, orders and payments." : "Good to see you again."}
    >
      <SignInAgain />
      <PostForm form={form}>
        <FormErrors form={form} />
        {refusal?.codes?.includes("email_not_verified") && (
          <p>
            <Link to="/resend-otp">Send me a new code</Link>
          </p>
        )}
        {/* Neither field is marked as required: the service says which is missing. Source: specification §5, Login. */}
        <FreeField
          field={fields.email}
          label="Email"
          type="text"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          enterKeyHint="next"
        />
        <PasswordField
          field={fields.password}
          label="Password"
          autoComplete="current-password"
          enterKeyHint="go"
          required={false}
        />
        <SubmitButton wide>Sign In</SubmitButton>
      </PostForm>
      <ul>
        <li>
          <Link to={onwards("/login/code")}>Sign in by mail, without a password</Link>
        </li>
        <li>
          <Link to="/reset_password">Forgotten Password?</Link>
        </li>
        <li>
          New here? <Link to={onwards(signUpHref)}>Register</Link>
        </li>
        <li>
          <Link to="/resend-otp">Email not verified? Verify</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
