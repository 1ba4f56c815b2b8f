import { text } from "~/features/fields";
import { z } from "~/features/zod";

/* Passkeys as browsers send them (WebAuthn level 3, the JSON of PublicKeyCredential). Unread fields are dropped. */

const BROKEN = "Your browser gave no passkey. It takes scripts, and an app or a device that holds passkeys.";

const bytes = (max: number) =>
  z
    .string(BROKEN)
    .min(1, BROKEN)
    .max(max, BROKEN)
    .regex(/^[\w-]+$/, BROKEN);

/** Browsers send more fields than are read, and new releases add more. */
const OPEN = { additionalProperties: true };

/** An id has at most 1,023 bytes. */
const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal("public-key", BROKEN) };
/** The result of `navigator.credentials.create`. */
export const newCredential = z
  .object({
    ...credential,
    response: z
      .object({
        clientDataJSON: bytes(3000),
        attestationObject: bytes(6000),
        transports: z
          .array(
            z
              .string()
              .max(20, BROKEN)
              .regex(/^[\w-]+$/, BROKEN),
          )
          .max(10, BROKEN)
          .default([]),
      })
      .meta(OPEN),
  })
  .meta({ id: "NewPasskeyCredential", ...OPEN });

/** The result of `navigator.credentials.get`. */
export const assertion = z
  .object({
    ...credential,
    response: z
      .object({
        clientDataJSON: bytes(3000),
        authenticatorData: bytes(2000),
        signature: bytes(1400),
      })
      .meta(OPEN),
  })
  .meta({ id: "PasskeyAssertion", ...OPEN });

export type NewCredential = z.infer<typeof newCredential>;
export type Assertion = z.infer<typeof assertion>;

const name = text("A name", 60);
export const addPasskey = z.object({ name, credential: newCredential });

export const passkey = z
  .object({
    _id: z.string(),
    name: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable().describe("Null while it has let nobody in."),
  })
  .meta({ id: "Passkey" });
export type Passkey = z.infer<typeof passkey>;

/** Options for a browser: PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON. */
export const passkeyOptions = z
  .object({ challenge: z.string() })
  .loose()
  .meta({ id: "PasskeyOptions", description: "The options of WebAuthn, for `navigator.credentials`; five minutes." });

/** A credential as a hidden field holds it: JSON that the page's script has put there. */
const inField = <S extends z.ZodType>(schema: S) =>
  z
    .string(BROKEN)
    .max(12_000, BROKEN)
    .transform((value, context) => {
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.addIssue(BROKEN);
        return z.NEVER;
      }
    })
    .pipe(schema);

export const addPasskeyForm = z.object({ name, passkey: inField(newCredential) });
export const usePasskeyForm = z.object({ passkey: inField(assertion) });
