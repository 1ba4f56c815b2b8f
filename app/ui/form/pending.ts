import { useNavigation } from "@remix-run/react";
import { createContext, useContext } from "react";

/** Whether the form around is on its way to the server. */
export const PendingForm = createContext(false);

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
  if (!intent || !(around || elsewhere)) return around || elsewhere;
  return formData?.getAll(intent.name).includes(intent.value) ?? false;
}
