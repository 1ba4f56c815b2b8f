import { soft } from "~/styles/text.css";

/** Access keys. Browsers take them with Alt, Alt and Shift, or Control and Option, as letters alone are for typing. */
export const KEYS = { publish: "p", sendBack: "s", next: "n" };

/** Names the keys. The browser itself handles them, with or without scripts. */
export function KeysInWords() {
  return (
    <p className={soft}>
      Keys, with Alt (Alt+Shift in Firefox, Control+Option on a Mac): <kbd>P</kbd> publishes, <kbd>S</kbd> goes to the
      reasons for sending back, <kbd>N</kbd> to the next one.
    </p>
  );
}
