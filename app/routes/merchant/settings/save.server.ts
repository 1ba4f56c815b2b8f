import type { ActionFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { changePassword, merchantProfileForm } from "~/features/accounts/schema";
import { stallForm } from "~/features/stalls/schema";
import { DO_NOT_MATCH } from "~/routes/shared/matching-passwords";
import { answerForm } from "~/session/form.server";
import { pictureIn } from "~/session/posted-picture.server";

const HERE = "/merchant/account_settings";

/** With differing passwords both fields are at fault. Source: specification §5, Change password. */
const changePasswordForm = changePassword.refine((p) => p.newPassword === p.confirmNewPassword, {
  path: ["newPassword"],
  error: DO_NOT_MATCH,
});

/** Saves the card that was posted, told by its `intent`. */
export async function save(asked: ActionFunctionArgs, form: FormData) {
  switch (form.get("intent")) {
    case "profile":
      // A file cannot be sent back to a form that was refused.
      return answerForm(
        asked,
        form,
        { schema: merchantProfileForm, hide: ["intendedFile"] },
        async (value, session, key) => {
          const { businessCategory, ...texts } = value;
          await read(
            session
              .api(key)
              .user.$put({ form: { ...texts, businessCategory: businessCategory.join(","), ...pictureIn(form) } }),
          );
          return session.redirect(HERE, { notice: "Profile Updated Successfully" });
        },
      );
    case "stall":
      return answerForm(asked, form, { schema: stallForm, hide: ["intendedFile"] }, async (value, session, key) => {
        await read(session.api(key).user.stall.$put({ form: { ...value, ...pictureIn(form) } }));
        return session.redirect(`${HERE}#stall`, { notice: "Your stall is saved" });
      });
    case "password":
      return answerForm(
        asked,
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
