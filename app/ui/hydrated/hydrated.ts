import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";

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

/**
 * `useLayoutEffect`, which the server has not. For what must stand before anybody presses: what a layout effect sets is
 * rendered at once; what an effect sets may come after the press that waited for React.
 */
export const useIsomorphicLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
