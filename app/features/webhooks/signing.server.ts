import { createHmac, randomBytes } from "node:crypto";
import { z } from "~/features/zod";
import { timestamp } from "~/platform/clock";
import { seal, unseal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";
import { OLD_SECRET_HOURS } from "./plain-schema";

/*
 * The secrets that sign an endpoint's requests: the newest, and earlier ones until a day after their replacement. A
 * receiver can thus move to the new one without a gap. They must be read again, so they are sealed and not hashed.
 */

/** `until` is null for the newest. */
const storedSecrets = z.array(z.object({ secret: z.string(), until: z.string().nullable() }));
type Secret = z.infer<typeof storedSecrets>[number];

type Part = Pick<Services, "config" | "clock">;

/** The most secrets that are kept. A lost answer makes another one necessary. */
const MOST_SECRETS = 5;
const placeOf = (endpointId: string) => `webhook ${endpointId}`;

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64url")}`;
}

/** The stored form of an endpoint's secrets. */
export function sealedSecrets({ config }: Pick<Services, "config">, endpointId: string, secrets: Secret[]): string {
  return seal(config, JSON.stringify(secrets), placeOf(endpointId));
}

function secretsIn({ config }: Pick<Services, "config">, endpointId: string, sealed: string): Secret[] | null {
  const text = unseal(config, sealed, placeOf(endpointId));
  return text === null ? null : storedSecrets.parse(JSON.parse(text));
}

/** Adds a secret. Returns the stored form of all of them, and until when the earlier ones are valid. */
export function withAnother(services: Part, endpointId: string, sealed: string, secret: string) {
  const now = timestamp(services.clock);
  const until = timestamp(services.clock, OLD_SECRET_HOURS * 3600);
  const older = (secretsIn(services, endpointId, sealed) ?? [])
    .filter((one) => one.until === null || one.until > now)
    .map((one) => ({ ...one, until: one.until ?? until }));
  const all = [{ secret, until: null }, ...older].slice(0, MOST_SECRETS);
  return { sealed: sealedSecrets(services, endpointId, all), until };
}

/** The same secrets, sealed under the marketplace's present secret; null if they cannot be read any more. */
export function sealedAnew(services: Pick<Services, "config">, endpointId: string, sealed: string): string | null {
  const secrets = secretsIn(services, endpointId, sealed);
  return secrets && sealedSecrets(services, endpointId, secrets);
}

/**
 * The signature of a body for the header: `t=…,v1=…`, with one `v1` for each valid secret. Each `v1` is the HMAC-SHA256
 * of `t`, a dot and the body, in hex. Null if the secrets cannot be read any more.
 */
export function signatureHeader(services: Part, endpointId: string, sealed: string, body: string): string | null {
  const now = services.clock.now();
  const t = Math.floor(now.getTime() / 1000);
  const counting = secretsIn(services, endpointId, sealed)?.filter(
    ({ until }) => until === null || until > now.toISOString(),
  );
  if (!counting) return null;
  const signed = counting.map(({ secret }) => createHmac("sha256", secret).update(`${t}.${body}`).digest("hex"));
  return [`t=${t}`, ...signed.map((signature) => `v1=${signature}`)].join(",");
}
