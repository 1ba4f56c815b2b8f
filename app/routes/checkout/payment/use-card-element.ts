import type { Stripe } from "@stripe/stripe-js";
import { useCallback, useEffect, useState } from "react";
import type * as Chunk from "./card-element";
import type { StripeAccess } from "./open-stripe";

/** Longer than this nobody is asked to wait for another site's script. */
const PATIENCE_MS = 10_000;

type Loaded = Pick<typeof Chunk, "CardElement"> & { stripe: Stripe };

/**
 * Fetches the card element and Stripe's script once scripts run. "ready" when it can be typed into; "failed" when it
 * was blocked or took too long, and then for good: a form that comes late must not move under somebody's finger.
 */
export function useCardElement({ publishableKey, script }: StripeAccess) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [state, setState] = useState<"waiting" | "ready" | "failed">("waiting");
  const failed = useCallback(() => setState("failed"), []);
  const ready = useCallback(() => setState((now) => (now === "waiting" ? "ready" : now)), []);

  useEffect(() => {
    let here = true;
    const patience = setTimeout(() => setState((now) => (now === "waiting" ? "failed" : now)), PATIENCE_MS);
    import("./card-element")
      .then(async ({ CardElement, openStripe }) => ({
        CardElement,
        stripe: await openStripe({ publishableKey, script }),
      }))
      .then(
        (it) => here && setLoaded(it),
        () => here && setState("failed"),
      );
    return () => {
      here = false;
      clearTimeout(patience);
    };
  }, [publishableKey, script]);

  return { loaded: state === "failed" ? null : loaded, state, ready, failed };
}
