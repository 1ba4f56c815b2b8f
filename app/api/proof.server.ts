import { createMiddleware } from "hono/factory";
import { demandProof, giveProofBack } from "~/features/accounts/proof.server";
import type { ApiEnv } from "~/platform/http/api.server";
import { CALL_PROOFS } from "./call-proofs";
import { operationOf } from "./personal-token.server";

/**
 * Demands a fresh proof for every call that always asks for one, and gives a proof for one action back where the call was
 * refused. `operations` has the operationId of each call by its address.
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
