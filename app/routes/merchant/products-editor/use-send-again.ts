import { useLocation, useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { pausesBetweenTries } from "~/ui/line/line";
import type { Lost } from "./send";

/**
 * Sends a form again that got no answer, with the same key, until one comes. `stop` gives the form back to whoever
 * typed it.
 */
export function useSendAgain(lost: Lost | undefined): { trying: boolean; stop(): void } {
  const { pathname } = useLocation();
  const submit = useSubmit();
  const send = useRef(submit);
  useEffect(() => {
    send.current = submit;
  }, [submit]);
  const pause = useRef<ReturnType<typeof pausesBetweenTries>>();
  const [stopped, setStopped] = useState<Lost>();
  const trying = lost?.cause === "line" && stopped !== lost;

  useEffect(() => {
    if (!lost) pause.current = undefined;
    if (!lost || !trying) return undefined;
    let given = false;
    const hurry = new AbortController();
    pause.current ??= pausesBetweenTries();
    void pause.current(hurry.signal).then(() => {
      if (given) return;
      send.current(lost.posted, { method: "post", encType: "multipart/form-data", action: pathname });
    });
    return () => {
      given = true;
      hurry.abort();
    };
  }, [lost, trying, pathname]);

  return { trying, stop: () => setStopped(lost) };
}
