import type { ActionFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { changePassword, merchantProfileForm, type User } from "~/features/accounts/schema";
import { stallForm, type Stall } from "~/features/stores/schema";
import { trader, type Trader } from "~/features/stores/trader-schema";
import { DO_NOT_MATCH } from "~/ui/password-field/contract";
import { answerForm } from "~/session/form.server";
import type { FormValues } from "~/session/merged-form.server";
import { pictureIn } from "~/session/posted-picture.server";

const HERE = "/merchant/account_settings";

/** If the passwords differ, both fields show the error. Source: specification §5, Change password. */
const changePasswordForm = changePassword.refine((p) => p.newPassword === p.confirmNewPassword, {
  path: ["newPassword"],
  error: DO_NOT_MATCH,
});

/** The saved fields of the two cards. */
export const profileValues = (user: User): FormValues => ({
  firstName: user.firstName,
  lastName: user.lastName,
  username: user.username ?? "",
  telephone: user.telephone ?? "",
  storeName: user.storeName ?? "",
  businessAddress: user.businessAddress ?? "",
  businessCategory: new Set(user.businessCategory),
});
export const stallValues = ({ words, place, opening, holiday }: Stall): FormValues => ({
  words,
  place,
  opening,
  holidayFrom: holiday?.from ?? "",
  holidayUntil: holiday?.until ?? "",
});

/** Saves the posted card. Its `intent` says which one it is. */
export async function save(args: ActionFunctionArgs, form: FormData) {
  switch (form.get("intent")) {
    case "profile":
      // A refused form cannot send a file back.
      return answerForm(
        args,
        form,
        { schema: merchantProfileForm, hide: ["intendedFile"], record: { valuesOf: profileValues } },
        async (value, session, key, version) => {
          const { businessCategory, ...texts } = value;
          await read(
            session
              .api(key, version)
              .user.$put({ form: { ...texts, businessCategory: businessCategory.join(","), ...pictureIn(form) } }),
          );
          return session.redirect(HERE, { notice: "Profile Updated Successfully" });
        },
      );
    case "stall":
      return answerForm(
        args,
        form,
        { schema: stallForm, hide: ["intendedFile"], record: { valuesOf: stallValues } },
        async (value, session, key, version) => {
          await read(session.api(key, version).user.stall.$put({ form: { ...value, ...pictureIn(form) } }));
          return session.redirect(`${HERE}#stall`, { notice: "Your stall is saved" });
        },
      );
    case "trader":
      return answerForm(
        args,
        form,
        { schema: trader, record: { valuesOf: (details: Trader) => ({ ...details }) } },
        async (json, session, key, version) => {
          await read(session.api(key, version).user.trader.$put({ json }));
          return session.redirect(`${HERE}#trader`, { notice: "Who sells is saved" });
        },
      );
    case "password":
      return answerForm(
        args,
        form,
        { schema: changePasswordForm, hide: ["oldPassword", "newPassword", "confirmNewPassword"] },
        async (json, session, key) => {
          await read(session.api(key).user["update-password"].$put({ json }));
          return session.redirect(HERE, { notice: "Password Changed Successfully" });
        },
      );
    default:
      throw new Response("Unknown form", { status: 400 });
  }
}
