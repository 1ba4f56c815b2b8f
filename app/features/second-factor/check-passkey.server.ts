import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { copiedPasskey, wrongPasskey } from "./errors.server";
import { mailPasskeyCopied } from "./mails.server";
import {
  burnChallenge,
  newPasskeyChallenge,
  stateOfChallenge,
  useChallenge,
  wordSignedIn,
} from "./passkey-challenges.server";
import type { Assertion } from "./passkey-schema";
import type { Spent } from "./recovery-codes.server";
import { theRelyingParty, webAuthn, webAuthnParsers } from "./relying-party.server";
import { readOrNull, verifiedOrNull } from "./verification.server";

const TIMEOUT_MS = 300_000;

/** The options with which a browser uses one of a person's passkeys for `scope`. */
export async function askForPasskey(services: Services, userId: string, scope: string) {
  const { id: rpID } = theRelyingParty(services.config);
  const passkeys = await services.db
    .selectFrom("passkeys")
    .select(["credentialId as id", "transports"])
    .where("userId", "=", userId)
    .execute();
  if (passkeys.length === 0) throw wrongPasskey();
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID,
    challenge: await newPasskeyChallenge(services, userId, scope),
    timeout: TIMEOUT_MS,
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports: transports.split(" ").filter(Boolean) })),
    userVerification: "preferred",
  });
}

/** Uses up a passkey's answer for `scope`. Returns whether the same answer came before. */
export async function spendPasskey(
  services: Services,
  userId: string,
  assertion: Assertion,
  scope: string,
): Promise<Exclude<Spent, false>> {
  const { db, clock } = services;
  const word = wordSignedIn(assertion.response.clientDataJSON);
  const answer = { userId, scope, text: JSON.stringify([assertion.id, assertion.response]) };
  const state = await stateOfChallenge(services, word, answer);
  if (state === "dead") throw wrongPasskey();
  const passkey = await db
    .selectFrom("passkeys")
    .select(["_id", "credentialId", "publicKey", "counter", "name"])
    .where("userId", "=", userId)
    .where("credentialId", "=", assertion.id)
    .executeTakeFirst();
  const counter = passkey ? await counterSigned(services, passkey, assertion, word) : null;
  if (!passkey || counter === null) {
    await burnChallenge(db, word);
    throw wrongPasskey();
  }
  if (state === "again") return state;
  // A counter must rise with each use. With two copies of the same key it would not.
  if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) {
    await burnChallenge(db, word);
    await toldOfCopy(services, userId, passkey.name);
    throw copiedPasskey();
  }
  await inTransaction(db, async (trx) => {
    if (!(await useChallenge(trx, word, answer))) throw wrongPasskey();
    await trx
      .updateTable("passkeys")
      .set({ counter, lastUsedAt: timestamp(clock) })
      .where("_id", "=", passkey._id)
      .execute();
  });
  return "now";
}

/** The authenticator's counter if this passkey signed this challenge for this market, else null. */
async function counterSigned(
  { config }: Services,
  { credentialId, publicKey }: { credentialId: string; publicKey: string },
  response: Assertion,
  word: string,
): Promise<number | null> {
  const { id, origin } = theRelyingParty(config);
  const { verifyAuthenticationResponse } = await webAuthn();
  const { decodeCredentialPublicKey, isoBase64URL, parseAuthenticatorData, verifySignature } = await webAuthnParsers();
  const key = new Uint8Array(Buffer.from(publicKey, "base64url"));
  // A stored key that cannot be read must throw: it does not make the passkey wrong.
  decodeCredentialPublicKey(key);
  const [data, signature] = [response.response.authenticatorData, response.response.signature].map((bytes) =>
    isoBase64URL.toBuffer(bytes),
  ) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
  const isReadable = await readOrNull(async () => {
    parseAuthenticatorData(data);
    // The library parses a signature only as part of its verification.
    await verifySignature({ signature, data, credentialPublicKey: key });
    return true;
  });
  if (!isReadable) return null;
  const answer = await verifiedOrNull(() =>
    verifyAuthenticationResponse({
      // No extension is requested, and none is read.
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: word,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      // `spendPasskey` checks the counter, because it recognises a repeated answer.
      credential: { id: credentialId, publicKey: key, counter: 0 },
    }),
  );
  return answer?.verified ? answer.authenticationInfo.newCounter : null;
}

async function toldOfCopy(services: Services, userId: string, name: string): Promise<void> {
  services.log.warn({ userId }, "a passkey counted backwards: it may have been copied");
  await inTransaction(services.db, async (trx) => {
    const person = await trx
      .selectFrom("users")
      .select(["email", "firstName"])
      .where("_id", "=", userId)
      .executeTakeFirstOrThrow();
    await mailPasskeyCopied(trx, services, person, name);
  });
}
