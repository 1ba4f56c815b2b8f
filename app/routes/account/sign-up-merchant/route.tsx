import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { merchantPersonForm, merchantSignInForm, merchantStoreForm } from "~/features/accounts/schema";
import { categoryPages } from "~/routes/shared/categories.server";
import { titled } from "~/routes/shared/titles";
import { forget } from "~/session/cookies.server";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { Link } from "~/ui/link/link";
import { Steps } from "~/ui/steps/steps";
import { AccountPanel } from "../account-panel";
import { keepSignUp, keepWanted } from "../kept.server";
import { useOnwards } from "../use-onwards";
import { forgetDraft, keepTyped, keptDraft, typedIn } from "./draft.server";
import { PersonForm, SignInForm, StartOver, StoreForm } from "./step-forms";

export const meta = titled("Open a stall");

const STEPS = ["Personal details", "Store details", "Sign-in"] as const;
const HERE = "/signup/merchant";
const stepIn = (url: string) => Math.min(3, Math.max(1, Number(new URL(url).searchParams.get("step")) || 1));

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const step = stepIn(args.request.url);
  const { id, draft } = await keptDraft(session, args.request);
  // No step can be skipped. A forgotten draft begins again at the first step.
  const reached = !merchantPersonForm.safeParse(draft).success
    ? 1
    : !merchantStoreForm.safeParse(draft).success
      ? 2
      : 3;
  if (step > reached) throw await session.redirect(reached === 1 ? HERE : `${HERE}?step=${reached}`);
  const { docs } = step === 2 ? await categoryPages(session) : { docs: [] };
  return {
    step,
    draft,
    isBegun: id !== null,
    categories: docs.map(({ _id, title }) => ({ value: _id, label: title })),
    key: formKey(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  const step = stepIn(args.request.url);
  const session = await sessionOf(args);
  const savedDraft = await keptDraft(session, args.request);
  if (form.get("intent") === "forget")
    return session.redirect(HERE, { cookies: await forgetDraft(session, savedDraft) });
  const keep = () => keepTyped(session, savedDraft, typedIn(form), form.get("_key"));
  if (form.get("intent") === "back") {
    return session.redirect(step === 3 ? `${HERE}?step=2` : HERE, { cookies: await keep() });
  }
  if (step < 3) {
    return answerForm(args, form, { schema: step === 1 ? merchantPersonForm : merchantStoreForm }, async () => {
      const cookies = await keep();
      // Only the address of the first step names the page that the person wanted.
      if (step === 1) cookies.push(await keepWanted(session, args.request));
      return session.redirect(`${HERE}?step=${step + 1}`, { cookies });
    });
  }
  return answerForm(
    args,
    form,
    { schema: merchantSignInForm, hide: ["password", "confirmPassword"] },
    async (value, _, key) => {
      const person = merchantPersonForm.safeParse(savedDraft.draft);
      const store = merchantStoreForm.safeParse(savedDraft.draft);
      if (!person.success || !store.success) return session.redirect(HERE);
      const cookies = await session.client.knownBrowser();
      await read(
        session.api(key).user.$post({ json: { ...person.data, ...store.data, ...value, privilege: "merchant" } }),
      );
      return session.redirect("/signup/verify_email", {
        cookies: [
          ...cookies,
          await keepSignUp(session, person.data.email),
          await session.cookies.signUpDraft.serialize("", forget),
        ],
      });
    },
  );
}

export default function SignUpMerchant() {
  const { step, draft, isBegun, categories, key } = useLoaderData<typeof loader>();
  const refusal = useActionData<Refused>();
  const onwards = useOnwards();
  const shared = { draft, refusal, idempotencyKey: key };
  return (
    <AccountPanel title="Open a stall">
      <Steps steps={STEPS} current={step - 1} />
      {step === 1 ? (
        <PersonForm {...shared} />
      ) : step === 2 ? (
        <StoreForm {...shared} categories={categories} />
      ) : (
        <SignInForm {...shared} />
      )}
      {isBegun ? <StartOver /> : null}
      <ul>
        <li>
          Have an account already? <Link to={onwards("/login/merchant")}>Sign In</Link>
        </li>
        <li>
          Only want to buy? <Link to={onwards("/signup/customer")}>Register as a customer</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
