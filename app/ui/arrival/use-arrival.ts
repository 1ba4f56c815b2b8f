import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Where scripts show a page in the place of another one, the focus goes to its heading, or to the part that the address
 * names: who hears the page hears where they are, and Tab goes on from there. A control of the page that has the focus
 * already keeps it.
 */
export function useArrival(): void {
  const { key, pathname, hash } = useLocation();
  const last = useRef({ key, pathname });
  useEffect(() => {
    const isOther = last.current.pathname !== pathname;
    if (last.current.key === key) return;
    last.current = { key, pathname };
    const target = document.querySelector<HTMLElement>(hash ? `[id="${hash.slice(1)}"]` : "main h1");
    if (!target || (!isOther && !hash) || document.activeElement?.closest("main :not(nav *)")) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [key, pathname, hash]);
}
