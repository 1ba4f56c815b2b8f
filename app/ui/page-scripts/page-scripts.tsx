import address, { inPlaceAddress } from "virtual:page-script";
import * as button from "~/ui/button/button.css";
import * as icon from "~/ui/icon/icon.css";
import * as line from "~/ui/line/line-message.css";
import * as loading from "~/ui/loading/loading.css";
import { SCRIPTS_ID, LOOK, type Look } from "./contract";

const look: Look = {
  sign: icon.icon,
  place: line.place,
  message: line.message,
  words: line.words,
  choice: line.choice,
  button: button.button,
  quiet: button.quiet,
  loading: loading.loading,
  spinner: loading.spinner,
};

/**
 * The small script that every page begins with (`app/browser/start/start.ts`), and the address of the one that it loads
 * once somebody uses a form (`app/browser/in-place.ts`). React renders pages only on the server, and does not come to
 * the browser.
 */
export function PageScripts() {
  return (
    <script
      src={address}
      id={SCRIPTS_ID}
      async
      type={import.meta.env.DEV ? "module" : undefined}
      data-in-place={inPlaceAddress}
      data-look={LOOK.map((name) => look[name]).join()}
    />
  );
}
