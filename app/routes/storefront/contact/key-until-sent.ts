import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

/**
 * The form's key, the same until its message was sent: other posts from this page, such as the newsletter's, load the
 * page's data anew and must not empty what is being written.
 */
export function useKeyUntilSent(newest: string, refused: boolean): string {
  const { formAction, state } = useNavigation();
  const [key, setKey] = useState(newest);
  const sending = useRef(false);
  useEffect(() => {
    if (formAction === "/contact") sending.current = true;
    if (state !== "idle" || !sending.current) return;
    sending.current = false;
    if (!refused) setKey(newest);
  }, [formAction, state, refused, newest]);
  return key;
}
