import { loginAnswer } from "~/features/accounts/schema";
import { z } from "~/features/zod";
import { asciiDigits } from "~/features/ascii-digits";
import { assertion, passkey } from "./passkey-schema";
import { comparedText, givenPassword, text } from "~/features/fields";

/* The second factor: an app that shows six-digit codes, and recovery codes for a person who has lost it. */

const CODE = "Enter the 6-digit code that your app shows.";

/** An app's code: six digits, perhaps with a space in the middle. */
export const appCode = z
  .string({ error: CODE })
  .max(20, CODE)
  .overwrite(asciiDigits)
  .transform((value) => value.replaceAll(/\s/g, ""))
  .refine((value) => /^\d{6}$/.test(value), CODE);

/** A code of the app, or a recovery code. Its form tells which. */
export const factorCode = z
  .string({ error: "Enter a code." })
  .overwrite(asciiDigits)
  .trim()
  .min(1, "Enter a code.")
  .max(40, "That is no code of ours: it is too long.");

export const signInChallenge = z
  .object({
    challenge: z.string().describe("Stands for the password that was right; 10 minutes, in the same browser alone."),
    ways: z
      .object({ app: z.boolean(), passkey: z.boolean() })
      .describe("What it may be answered by, beside a recovery code."),
  })
  .meta({ id: "SecondFactorChallenge" });
const challenge = comparedText("The challenge", 300);
export const answerChallenge = z.object({
  challenge,
  code: factorCode.optional(),
  passkey: assertion.optional().describe("In the place of a code."),
});
export const challengeForPasskey = z.object({ challenge });
export { loginAnswer };

/** The form of the step after the password. */
export const secondStepForm = z.object({ code: factorCode });

export const factorState = z
  .object({
    since: z.string().nullable().describe("Null while there is none."),
    app: z.string().nullable().describe("Since when there is an app."),
    passkeys: z.array(passkey),
    passkeysWork: z.boolean().describe("Whether browsers make passkeys for the address of this shop."),
    recoveryCodesLeft: z.number().int(),
  })
  .meta({ id: "SecondFactor" });

export const authenticator = z
  .object({
    secret: z.string().describe("Base32, to be typed into an app."),
    uri: z.string().describe("otpauth://…, as a QR code holds it."),
  })
  .meta({ id: "Authenticator" });

export const confirmAuthenticator = z.object({ code: appCode });
export const recoveryCodes = z.object({
  codes: z
    .array(z.string())
    .describe("Ten, each for one use. They are told this once; none where those of before stay good."),
});
export const switchOff = z.object({ password: givenPassword, code: factorCode });

/** A repeated proof of identity: the password, or a code if there is a second factor. */
export const proof = z.object({ password: givenPassword.optional(), code: factorCode.optional() });

/** The same as a form, in which one of the two stays empty. */
export const proofForm = z
  .object({ password: z.string().max(1000, "That password is too long.").optional(), code: factorCode.optional() })
  .refine(({ password, code }) => Boolean(password ?? code), {
    path: ["password"],
    error: "Enter your password, or a code.",
  });

export const lift = z.object({ reason: text("A reason", 300) });
