import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const LOOK_AGAIN_MS = 4000;

/**
 * Where scripts run, the page looks again by itself for as long as something is under way; it needs a link that does the
 * same without them. What shows it carries `data-needs-scripts`.
 */
export function useLookAgain(isUnderWay = true): void {
  const { state, revalidate } = useRevalidator();
  useEffect(() => {
    if (!isUnderWay || state !== "idle") return;
    const next = setTimeout(revalidate, LOOK_AGAIN_MS);
    return () => clearTimeout(next);
  }, [isUnderWay, state, revalidate]);
}
