import { rememberChoices } from "./choices";
import { hydrated, wantScripts } from "./held-scripts";
import { watchForIntent } from "./intent";
import { sayWhatWaits } from "./plain-message";
import { handOver } from "./presses";

/*
 * The one script that every page begins with. It loads React when somebody needs it, and keeps until then what was
 * pressed and chosen. docs/decisions/013 says why.
 */
sayWhatWaits();
const tellChoices = rememberChoices();
const stopWatching = watchForIntent(() => void wantScripts());
void hydrated.then(() => {
  stopWatching();
  handOver();
  tellChoices();
});
