import { useNavigation } from "@remix-run/react";
import { createContext, useContext } from "react";

/** Whether the form around is on its way to the server. */
export const PendingForm = createContext(false);

/** True while the surrounding `PostForm` is under way; with an intent, only when it was sent by that button. */
export function usePending(intent?: { name: string; value: string }): boolean {
  const pending = useContext(PendingForm);
  const { formData } = useNavigation();
  if (!pending || !intent) return pending;
  return formData?.getAll(intent.name).includes(intent.value) ?? false;
}
