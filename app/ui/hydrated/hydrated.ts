import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * False in the server's HTML and while it is taken over, true once scripts run. For what only makes sense with or
 * without them.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
