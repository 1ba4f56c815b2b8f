import { useNavigation } from "@remix-run/react";
import { createContext, useContext } from "react";

/** What the form around sends while it is on its way to the server; otherwise null. */
export const PendingForm = createContext<FormData | null>(null);

// The form sent last, for buttons that stand outside of theirs. Set by a submit, so never on the server.
let sentFormId: string | undefined;

export function rememberSent(formId: string | undefined) {
  sentFormId = formId;
}

/**
 * True while the surrounding `PostForm` is under way, or the one that `formId` names for a button elsewhere in the
 * page. With an intent, only when it was sent by that button.
 */
export function usePending(intent?: { name: string; value: string }, formId?: string): boolean {
  const around = useContext(PendingForm);
  const { state, formMethod, formData } = useNavigation();
  const elsewhere = formId !== undefined && formId === sentFormId && state !== "idle" && formMethod === "POST";
  const sent = around ?? (elsewhere ? formData : undefined);
  return intent && sent ? sent.getAll(intent.name).includes(intent.value) : sent !== undefined && sent !== null;
}
