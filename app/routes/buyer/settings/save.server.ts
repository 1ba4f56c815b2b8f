import { data, type ActionFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { billing, changePassword, customerProfileForm, type User } from "~/features/accounts/schema";
import { DO_NOT_MATCH } from "~/ui/password-field/contract";
import { asTyped } from "~/routes/shared/billing/as-typed.server";
import { regionsOf } from "~/routes/shared/billing/countries.server";
import { checkState } from "~/routes/shared/billing/state-in-country.server";
import { answerForm } from "~/session/form.server";
import type { FormValues } from "~/session/merged-form.server";
import { pictureIn } from "~/session/posted-picture.server";
import type { Session } from "~/session/session.server";

const HERE = "/customer/account_settings";

/** If the passwords differ, both fields show the error. Source: specification §5, Change password. */
const changePasswordForm = changePassword.refine((p) => p.newPassword === p.confirmNewPassword, {
  path: ["newPassword"],
  error: DO_NOT_MATCH,
});

const billingForm = billing.superRefine((address, context) => checkState(address, [], context));

/** The saved fields of the two cards. */
export const profileValues = ({ firstName, lastName, telephone }: User): FormValues => ({
  firstName,
  lastName,
  telephone,
});
export const billingValues = ({ extras }: User): FormValues => ({ ...extras });

/** Saves the posted card. Its `intent` says which one it is. */
export async function save(args: ActionFunctionArgs, form: FormData) {
  switch (form.get("intent")) {
    case "profile":
      // A refused form cannot send a file back.
      return answerForm(
        args,
        form,
        { schema: customerProfileForm, hide: ["intendedFile"], record: { valuesOf: profileValues } },
        async (value, session, key, version) => {
          await read(session.api(key, version).user.$put({ form: { ...value, ...pictureIn(form) } }));
          return leaveWithNotice(session, "Profile Updated Successfully");
        },
      );
    case "billing":
      return saveBilling(args, form);
    case "regions":
      return data({ lastResult: asTyped(form), regions: regionsIn(form) });
    case "password":
      return answerForm(
        args,
        form,
        { schema: changePasswordForm, hide: ["oldPassword", "newPassword", "confirmNewPassword"] },
        async (json, session, key) => {
          await read(session.api(key).user["update-password"].$put({ json }));
          return leaveWithNotice(session, "Password Changed Successfully");
        },
      );
    default:
      throw new Response("Unknown form", { status: 400 });
  }
}

async function saveBilling(args: ActionFunctionArgs, form: FormData) {
  const answer = await answerForm(
    args,
    form,
    { schema: billingForm, record: { valuesOf: billingValues } },
    async (json, session, key, version) => {
      await read(session.api(key, version).user.billing.$put({ json }));
      return leaveWithNotice(session, "Billing Information Updated Successfully");
    },
  );
  // A refused form comes back with the regions of the chosen country, not of the saved one.
  return answer instanceof Response
    ? answer
    : data({ ...answer.data, regions: regionsIn(form) }, answer.init ?? undefined);
}

function regionsIn(form: FormData): string[] {
  return regionsOf(String(form.get("countryRegion") ?? ""));
}

function leaveWithNotice(session: Session, notice: string): Promise<Response> {
  return session.redirect(HERE, { notice });
}
