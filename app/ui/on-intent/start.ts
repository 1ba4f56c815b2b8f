import { rememberChoices } from "./choices";
import { comeBack } from "./come-back";
import { hydrated, wantScripts } from "./held-scripts";
import { goOnOnceThereIsALine } from "./go-on";
import { watchForIntent } from "./intent";
import { sayWhatWaits } from "./plain-message";
import { handOver } from "./presses";
import { startWorker } from "./start-worker";
import { allowOwn } from "./trusted-types";

/*
 * The one script that every page begins with. It loads React when somebody needs it, and keeps until then what was
 * pressed and chosen. docs/decisions/013 says why.
 */
allowOwn();
const leaveHistory = comeBack();
sayWhatWaits();
const tellChoices = rememberChoices();
void goOnOnceThereIsALine();
startWorker();
const stopWatching = watchForIntent(() => void wantScripts());
void hydrated.then(() => {
  stopWatching();
  leaveHistory();
  handOver();
  tellChoices();
});
