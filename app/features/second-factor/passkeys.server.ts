import { lockUser } from "~/features/accounts/lock-user.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { knownPasskey, lastFactor, tooManyPasskeys, unknownPasskey, wrongPasskey } from "./errors.server";
import { note, passkeysOf, waysOf, type Person } from "./factors.server";
import { mailFactorOn, mailPasskeyAdded, mailPasskeyRemoved } from "./mails.server";
import {
  burnChallenge,
  newPasskeyChallenge,
  stateOfChallenge,
  useChallenge,
  wordSignedIn,
} from "./passkey-challenges.server";
import type { NewCredential, Passkey } from "./passkey-schema";
import { newRecoveryCodes } from "./recovery-codes.server";
import { theRelyingParty, webAuthn, webAuthnParsers } from "./relying-party.server";
import { readOrNull, verifiedOrNull } from "./verification.server";

const MOST = 10;
const ALGORITHMS = [-8, -7, -257]; // EdDSA, ES256, RS256: the algorithms of authenticators.
const TIMEOUT_MS = 300_000;

const scopeOf = (tokenHash: string) => `add ${tokenHash}`;

/** The options with which a browser makes a passkey for this person and session. */
export async function beginPasskey(services: Services, person: Person, tokenHash: string) {
  const { db, config } = services;
  const { id: rpID } = theRelyingParty(config);
  const existing = await db
    .selectFrom("passkeys")
    .select(["credentialId", "transports"])
    .where("userId", "=", person._id)
    .execute();
  if (existing.length >= MOST) throw tooManyPasskeys();
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpID,
    rpName: config.market.name,
    userID: new Uint8Array(Buffer.from(person._id)),
    userName: person.email ?? "",
    userDisplayName: `${person.firstName} ${person.lastName}`.trim(),
    challenge: await newPasskeyChallenge(services, person._id, scopeOf(tokenHash)),
    timeout: TIMEOUT_MS,
    attestationType: "none",
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports.split(" ").filter(Boolean),
    })),
    // A synced passkey survives the loss of the phone. A key without a PIN is enough in addition to the password.
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/**
 * Adds a passkey that was made for this session. Returns recovery codes if it is the first factor; otherwise the
 * earlier codes stay valid. The same request repeated after a lost answer adds nothing. It renews the codes, which
 * nobody has read.
 */
export async function addPasskey(
  services: Services,
  person: Person,
  { name, credential }: { name: string; credential: NewCredential },
  tokenHash: string,
): Promise<{ passkey: Passkey; codes: string[] }> {
  const { db, clock } = services;
  const word = wordSignedIn(credential.response.clientDataJSON);
  const answer = { userId: person._id, scope: scopeOf(tokenHash), text: JSON.stringify(credential.response) };
  const state = await stateOfChallenge(services, word, answer);
  if (state === "dead") throw wrongPasskey();
  const key = await keyIn(services, credential, word);
  if (!key) {
    await burnChallenge(db, word);
    throw wrongPasskey();
  }
  return inTransaction(db, async (trx) => {
    await lockUser(trx, services, person._id);
    const ownPasskeys = trx.selectFrom("passkeys").select(["_id", "name", "createdAt", "lastUsedAt"]);
    const addedPasskey = ownPasskeys.where("credentialId", "=", key.id).where("userId", "=", person._id);
    const before = await waysOf({ db: trx }, person._id);
    if (state === "again") {
      const passkey = await addedPasskey.executeTakeFirst();
      if (!passkey) throw wrongPasskey();
      const alone = !before.app && (await passkeysOf(trx, person._id)).length === 1;
      return { passkey, codes: alone ? await newRecoveryCodes(trx, services, person._id) : [] };
    }
    if (!(await useChallenge(trx, word, answer))) throw wrongPasskey();
    if ((await passkeysOf(trx, person._id)).length >= MOST) throw tooManyPasskeys();
    const passkey = { _id: newId(clock.now()), name, createdAt: timestamp(clock), lastUsedAt: null };
    const row = { ...passkey, userId: person._id, credentialId: key.id, publicKey: key.publicKey };
    const inserted = await trx
      .insertInto("passkeys")
      .values({ ...row, counter: key.counter, transports: credential.response.transports.join(" ") })
      .onConflict((oc) => oc.column("credentialId").doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== 1n) throw knownPasskey();
    await note(trx, services, person, "operator.passkey_added");
    if (before.app || before.passkey) {
      await mailPasskeyAdded(trx, services, person, name);
      return { passkey, codes: [] };
    }
    await mailFactorOn(trx, services, person, "your passkey");
    return { passkey, codes: await newRecoveryCodes(trx, services, person._id) };
  });
}

/** The public key of a new credential, or null if it was not made for this market and challenge. */
async function keyIn({ config }: Services, credential: NewCredential, word: string) {
  const { id, origin } = theRelyingParty(config);
  const { verifyRegistrationResponse } = await webAuthn();
  const attestationObject = await readOrNull(() => withoutStatement(credential.response.attestationObject));
  if (!attestationObject) return null;
  const verification = await verifiedOrNull(() =>
    verifyRegistrationResponse({
      // No extension is requested, and none is read.
      response: { ...credential, response: { ...credential.response, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: word,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verification?.registrationInfo) return null;
  const { credential: key } = verification.registrationInfo;
  return { ...key, publicKey: Buffer.from(key.publicKey).toString("base64url") };
}

/** A signature that is well-formed for every algorithm, and wrong for every key. */
const NO_SIGNATURE = new Uint8Array([0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01]);

/**
 * The attestation object of a device, without its statement. None is requested, and a statement that some devices add
 * would be parsed and checked for nothing. Throws when the object cannot be read, or its key can verify nothing.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR, parseAuthenticatorData, verifySignature } =
    await webAuthnParsers();
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get("authData");
  const { credentialPublicKey } = parseAuthenticatorData(authData);
  if (credentialPublicKey) await verifySignature({ signature: NO_SIGNATURE, data: NO_SIGNATURE, credentialPublicKey });
  const bare = new Map<string, string | Uint8Array | Map<string, never>>([
    ["fmt", "none"],
    ["attStmt", new Map<string, never>()],
    ["authData", authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare));
}

/** Removes a passkey of a person. Refuses the last factor (see `switchOff`), and with 404 another person's passkey. */
export async function removePasskey(services: Services, person: Person, passkeyId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    // The lock lets the second of two removals at once see that its passkey is the last.
    await lockUser(trx, services, person._id);
    const { app } = await waysOf({ db: trx }, person._id);
    const passkeys = await passkeysOf(trx, person._id);
    const removedPasskey = passkeys.find(({ _id }) => _id === passkeyId);
    if (!removedPasskey) throw unknownPasskey();
    if (!app && passkeys.length === 1) throw lastFactor();
    await trx.deleteFrom("passkeys").where("userId", "=", person._id).where("_id", "=", passkeyId).execute();
    await note(trx, services, person, "operator.passkey_removed");
    await mailPasskeyRemoved(trx, services, person, removedPasskey.name);
  });
}
