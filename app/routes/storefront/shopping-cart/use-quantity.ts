import { useFetcher, useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { usePending } from "~/ui/form/pending";
import { LISTS, useInPlace } from "../lists-form";

/** Pressing + five times is one change. */
const PAUSE = 400;

/** The quantity of a line: what was last asked for until the server agrees, and a way to ask for another. */
export function useQuantity(product: string, saved: number) {
  const fetcher = useFetcher();
  const submit = useSubmit();
  const inPlace = useInPlace();
  const [asked, setAsked] = useState<number | null>(null);
  /** The change that is about to be sent. */
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void } | null>(null);

  const ask = (quantity: number) => {
    setAsked(quantity);
    if (waiting.current) clearTimeout(waiting.current.timer);
    const change = { intent: "set", product, quantity: String(quantity), ...inPlace };
    const timer = setTimeout(() => {
      waiting.current = null;
      fetcher.submit(change, { method: "post", action: LISTS });
    }, PAUSE);
    waiting.current = { timer, send: () => submit(change, { method: "post", action: LISTS, navigate: false }) };
  };

  /** Drops the change that is about to be sent. */
  const forget = () => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
  };

  // The cart's form takes every quantity along.
  const leaving = usePending();
  useEffect(() => {
    if (leaving) forget();
  }, [leaving]);

  // Once nothing is under way, the server's word counts.
  const { state } = fetcher;
  useEffect(() => {
    if (state === "idle" && !waiting.current) setAsked(null);
  }, [state, saved]);

  // Who leaves the page within the pause takes the change along. A line that went away has nothing to change any more.
  useEffect(() => {
    const page = window.location.pathname;
    return () => {
      if (!waiting.current) return;
      clearTimeout(waiting.current.timer);
      if (window.location.pathname !== page) waiting.current.send();
      waiting.current = null;
    };
  }, []);

  return { quantity: asked ?? saved, ask, forget, fetcher };
}
