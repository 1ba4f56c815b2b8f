import { createMiddleware } from "hono/factory";
import { demandProof, giveProofBack } from "~/features/accounts/proof.server";
import type { ApiEnv } from "~/platform/http/api.server";
import { CALL_PROOFS } from "./call-proofs";
import { operationOf } from "./personal-token.server";

/**
 * Demands a fresh proof for every call of the kind "always". If a call is refused, the proof for one action that it
 * spent is given back. `operations` maps the address of each call to its operationId.
 */
export const proof = (operations: () => Map<string, string>) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const kind = CALL_PROOFS.get(operationOf(c, operations()) ?? "");
    if (kind !== "always" && kind !== "sometimes") return next();
    // The call itself refuses a visitor.
    if (kind === "always" && (await c.var.actor())) await demandProof(c);
    await next();
    if (!c.res.ok) await giveProofBack(c);
    return undefined;
  });
