import { soft } from "~/styles/text.css";

/** Pressed with what the browser asks for (Alt, or Alt and Shift, or Control and Option): letters alone are for typing. */
export const KEYS = { publish: "p", sendBack: "s", next: "n" };

/** Which keys there are; the browser does the rest, scripts or not. */
export function KeysInWords() {
  return (
    <p className={soft}>
      Keys, with Alt (Alt+Shift in Firefox, Control+Option on a Mac): <kbd>P</kbd> publishes, <kbd>S</kbd> goes to the
      reasons for sending back, <kbd>N</kbd> to the next one.
    </p>
  );
}
