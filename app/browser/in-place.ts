import { sheetsRead } from "~/ui/carried-styles/sheets-read";
import { actionOf, requestPatiently } from "~/browser/start/plain-post";
import { IN_PLACE_READY, LEADS_TO, STAYS_ENABLED, type InPlace } from "~/ui/page-scripts/contract";
import { showChosenPictures, watchChosenPictures } from "./chosen-pictures";
import { showCodeBoxes, watchCodes } from "./code-boxes";
import { completePrices } from "./complete-prices";
import { countInFields, holdCounts } from "./count-in-field";
import { countDown } from "./countdown";
import { nameDialogLinks, showDialogFor } from "./dialogs";
import { takeDoubleClicksAsOne } from "./double-clicks";
import { disableFoldedParts, watchFoldedParts } from "./folded-parts";
import { keepDrafts, offerDrafts } from "./form-drafts";
import { lookAgain } from "./look-again";
import { focusOn, morphPage } from "./morph-page";
import { watchPageButtons } from "./page-buttons";
import { attachParts } from "./parts";
import { comparePasswords, showPasswordButtons, watchPasswords } from "./password-fields";
import { followCountries, watchCountries } from "./regions";
import { suggestWords } from "./search-suggestions";
import { sendChoices } from "./send-choices";

/*
 * The second half of the small script, loaded once somebody uses a form. It shows the answer to a form within the page
 * that is open, and adds the features that HTML lacks.
 */

function show(html: string, form?: HTMLFormElement): void {
  // Some forms lead to a part of their own page, for example to the sums of the current choice.
  const hash = form ? actionOf(form, null).hash : "";
  const isRefused = morphPage(html, form);
  enhance(form);
  if (!isRefused) focusOnPart(hash);
}

/** Enhances the page as its markup asks: once at the start, and again after each answer. */
function enhance(form?: HTMLFormElement): void {
  // This comes first, because drafts are compared with the enabled fields.
  disableFoldedParts();
  offerDrafts(form);
  showChosenPictures();
  showCodeBoxes();
  showPasswordButtons();
  comparePasswords();
  followCountries();
  countDown();
  nameDialogLinks();
  attachParts();
}

function focusOnPart(hash: string): void {
  if (hash) focusOn(document.getElementById(decodeURIComponent(hash.slice(1))));
}

const open: InPlace["open"] = (address, request, options = {}) => {
  const { by } = options;
  const show = () => showPage(address, request, options);
  return by instanceof HTMLFormElement ? holdCounts(by, show) : show();
};

const showPage: InPlace["open"] = async (address, request, options = {}) => {
  const { replace = false, by, beforeShown } = options;
  const form = by instanceof HTMLFormElement ? by : undefined;
  const url = new URL(address, location.href);
  if (!form && showDialogFor(url.pathname)) return;
  const answer = await request(url.pathname + url.search);
  if (!answer) return;
  const leadsTo = answer.headers.get(LEADS_TO);
  if (leadsTo !== null) {
    const isShown = leadsTo === shownAddress && leadsTo !== url.pathname + url.search;
    if (isShown) return open(leadsTo, request, options);
    beforeShown?.();
    return location.assign(leadsTo);
  }
  const html = await answer.text();
  const isOther = url.pathname + url.search !== shownAddress;
  if (isOther && !replace) history.pushState(null, "", url);
  else history.replaceState(history.state, "", url);
  shownAddress = url.pathname + url.search;
  beforeShown?.();
  // The fields were saved. After a reset they count as unchanged, so the page's values replace them.
  const stays = form?.hasAttribute(STAYS_ENABLED);
  if (!stays) form?.reset();
  show(html, stays ? form : undefined);
  focusOnPart(url.hash);
};

let shownAddress = location.pathname + location.search;

/** Handles Back and Forward between pages that were shown in place. */
addEventListener("popstate", () => {
  if (location.pathname + location.search === shownAddress) return;
  const request = (path: string) => requestPatiently(path, new AbortController().signal);
  void open(location.href, request, { replace: true });
});

/** Asks before the page is left while a form is being sent. Its fields are disabled until the answer is there. */
addEventListener("beforeunload", (event) => {
  if (document.querySelector("form > fieldset:disabled")) event.preventDefault();
});

void sheetsRead();
watchFoldedParts();
disableFoldedParts();
keepDrafts();
watchChosenPictures();
watchPasswords();
watchCodes();
watchCountries();
suggestWords();
countInFields();
sendChoices();
takeDoubleClicksAsOne();
completePrices();
watchPageButtons();
enhance();
lookAgain(open);
const functions: InPlace = { show, open };
window.dispatchEvent(new CustomEvent(IN_PLACE_READY, { detail: functions }));
document.documentElement.dataset["inPlace"] = "";
