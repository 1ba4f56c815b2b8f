import { comeBack } from "./come-back";
import { repeatEarlyChanges } from "./early-changes";
import { goOnOnceThereIsALine } from "./go-on";
import { watchForIntent } from "./intent";
import { loadInPlace } from "./load-in-place";
import { sayWhatWaits } from "./plain-message";
import { takePresses } from "./presses";
import { startWorker } from "./start-worker";
import { allowOwn } from "./trusted-types";

/*
 * The one script that every page begins with. It sends forms and follows links so that a dropped line loses nothing, and
 * loads `app/browser/in-place.ts` when somebody uses a form. docs/decisions/070 says why.
 */
allowOwn();
comeBack();
sayWhatWaits();
void goOnOnceThereIsALine();
startWorker();
repeatEarlyChanges();
watchForIntent(() => void loadInPlace());
takePresses();
