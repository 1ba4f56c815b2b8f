import { refusal } from "~/platform/refusal";

export const wrongCode = refusal(
  "wrong_factor_code",
  422,
  "That code is wrong. Enter the one that your app shows now, or a recovery code that you have not used.",
  "code",
);
export const usedCode = refusal(
  "used_factor_code",
  422,
  "That code was used already. Wait until your app shows the next one, or use another recovery code.",
  "code",
);
export const unreadableSecret = refusal(
  "unreadable_factor",
  422,
  "We cannot check the codes of your app any more. Use a recovery code, or write to us.",
  "code",
);
export const deadChallenge = refusal(
  "dead_challenge",
  422,
  "That took longer than 10 minutes, or your password was changed. Please sign in again.",
);
export const alreadyOn = refusal("second_factor_on", 409, "Your second factor is on already.");
export const nothingBegun = refusal("no_setup", 404, "There is no set-up under way. Please begin again.");
export const notOn = refusal("second_factor_off", 409, "There is no second factor here.");
export const nothingProven = refusal("nothing_proven", 422, "Enter your password, or a code.", "password");
export const nothingAnswered = refusal("nothing_answered", 422, "Enter a code, or use a passkey.", "code");
export const ownFactor = refusal(
  "own_factor",
  409,
  "Your own second factor is switched off on your security page, with your password and a code.",
);

export const noPasskeysHere = refusal(
  "passkeys_unavailable",
  409,
  "Passkeys need an address with a name and https: this shop has none.",
);
export const wrongPasskey = refusal(
  "wrong_passkey",
  422,
  "That passkey did not work here. Try again, or use another way to show that it is you.",
  "passkey",
);
export const copiedPasskey = refusal(
  "copied_passkey",
  422,
  "That passkey seems to have been copied, so that it lets nobody in any more. Use another way, then remove it.",
  "passkey",
);
export const knownPasskey = refusal("known_passkey", 409, "That passkey is in use already.", "passkey");
export const tooManyPasskeys = refusal("too_many_passkeys", 409, "You have ten passkeys. Remove one first.");
export const unknownPasskey = refusal("unknown_passkey", 404, "There is no such passkey.");
export const lastFactor = refusal(
  "last_factor",
  409,
  "That is your only second factor. To do without one, switch it off with your password and a recovery code.",
);
