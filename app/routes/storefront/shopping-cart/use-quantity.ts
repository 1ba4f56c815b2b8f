import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { LISTS } from "../lists-form";

/** Pressing + five times is one change. */
const PAUSE = 400;

/** The quantity of a line: what was last asked for until the server agrees, and a way to ask for another. */
export function useQuantity(product: string, saved: number) {
  const fetcher = useFetcher();
  const [asked, setAsked] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();

  const ask = (quantity: number) => {
    setAsked(quantity);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      fetcher.submit({ intent: "set", product, quantity, inPlace: "1" }, { method: "post", action: LISTS });
    }, PAUSE);
  };

  // Once nothing is under way, the server's word counts: it may have allowed less.
  const { state } = fetcher;
  useEffect(() => {
    if (state === "idle" && timer.current === undefined) setAsked(null);
  }, [state, saved]);

  // A page left within the pause takes the last change along.
  useEffect(() => () => {
    if (timer.current !== undefined) clearTimeout(timer.current);
  }, []);

  return { quantity: asked ?? saved, ask, fetcher };
}
