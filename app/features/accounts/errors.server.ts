import { refusal } from "~/platform/refusal";

export const wrongCredentials = refusal("wrong_credentials", 401, "Email or password is wrong.");
export const deadToken = refusal("dead_token", 401, "You have been signed out. Please sign in again.");
export const emailNotVerified = refusal(
  "email_not_verified",
  403,
  "This email is not verified yet. Enter the code we mailed you, or ask for a new one.",
);
export const wrongCode = refusal(
  "wrong_code",
  422,
  "That code is wrong or no longer valid. Check the newest mail, or ask for a new code.",
  "otp",
);
export const noSuchKeptForm = refusal("unknown_kept_form", 404, "There is no such form, or it was kept too long ago.");
export const unknownToken = refusal("unknown_token", 404, "There is no such token, or it has ended already.");
export const revokedToken = refusal("revoked_token", 409, "That token was made and revoked already. Make another one.");
export const tooManyTokens = refusal("too_many_tokens", 409, "You have 20 tokens. Revoke one first.");
export const scopeOfAnother = refusal(
  "scope_of_another_role",
  422,
  "Your account has nothing in one of these areas.",
  "scopes",
);
export const unknownSession = refusal("unknown_session", 404, "This session has ended already.");
export const deadLink = refusal(
  "dead_link",
  422,
  "This link has been used or is too old. Please ask for a new one.",
  "link",
);
export const commonPassword = refusal(
  "common_password",
  422,
  "That password is too common. Please choose another one.",
  "password",
);
export const commonNewPassword = refusal(
  "common_password",
  422,
  "That password is too common. Please choose another one.",
  "newPassword",
);
export const wrongOldPassword = refusal("wrong_password", 422, "The old password is wrong.", "oldPassword");
export const wrongPassword = refusal("wrong_password", 422, "The password is wrong.", "password");
export const unknownCategory = refusal(
  "unknown_category",
  422,
  "One of the business categories does not exist.",
  "businessCategory",
);
export const unknownDraft = refusal("unknown_draft", 404, "This sign-up has been forgotten. Please start again.");
export const onlyBuyersLeave = refusal(
  "has_a_stall",
  409,
  "A merchant's account holds other people's orders. Please write to us and we will close it with you.",
);
export const notAPicture = refusal("not_an_image", 415, "File type must be .png,.jpg,.jpeg", "intendedFile");
export const deadInvitation = refusal(
  "dead_invitation",
  422,
  "This link was used already, or its 24 hours are over. Please ask for a new one.",
  "token",
);
export const deadFirstRun = refusal(
  "dead_first_run",
  422,
  "This link is older than a day, or the market has an operator already. A new start of the service prints another one while there is none.",
  "token",
);
export const hasAStall = refusal(
  "has_a_stall",
  409,
  "This address belongs to a merchant. An operator needs an address of their own.",
);
export const unknownUser = refusal("unknown_user", 404, "There is no such user.");
export const proofNeeded = refusal("proof_needed", 403, "Please show once more that it is you.");
export const notForTokens = refusal(
  "not_for_tokens",
  403,
  "No personal token opens this: sign in with POST /user/login and use that token.",
);
export const sameAddress = refusal("same_address", 422, "This is your address already.", "email");
export const addressTaken = refusal(
  "address_taken",
  409,
  "That address belongs to another account by now, so nothing was changed. Please write to us.",
);
