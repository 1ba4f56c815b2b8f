import { browserSupportsWebAuthn, startAuthentication, startRegistration } from "@simplewebauthn/browser";
import { PASSKEY_OPTIONS, type PasskeyQuestion } from "~/ui/passkey/contract";

const NO_LINE = "The shop did not answer. Press the button once more.";
const UNKNOWN = "This browser knows no passkeys.";
/** Sentences by the name of the browser's error. Any other error is reported as a failure of the device. */
const SENTENCES: Record<string, string> = {
  NotAllowedError: "That was stopped, or took too long. Press the button once more.",
  AbortError: "That was stopped. Press the button once more.",
  InvalidStateError: "This device has a passkey of your account already.",
};

/**
 * Enhances a form with a hidden field `passkey`. A press requests the options for the device, lets the device sign, and
 * sends the form with the result in that field. If that fails, the form says why.
 */
export function attach(form: HTMLElement): void {
  if (!(form instanceof HTMLFormElement)) return;
  const button = form.querySelector<HTMLButtonElement>(`[${PASSKEY_OPTIONS}]`)!;
  // The server renders the button disabled, because it does nothing without this script.
  const enable = () => button.toggleAttribute("disabled", false);
  new MutationObserver(enable).observe(button, { attributeFilter: ["disabled"] });
  enable();
  let isBusy = false;
  button.addEventListener("click", (event) => {
    event.preventDefault();
    if (isBusy || !form.reportValidity()) return;
    isBusy = true;
    button.setAttribute("aria-busy", "true");
    tell(form, "");
    void signed(button).then((answer) => {
      isBusy = false;
      button.removeAttribute("aria-busy");
      if ("to" in answer) return location.assign(answer.to);
      if ("problem" in answer) return tell(form, answer.problem);
      const field = form.elements.namedItem("passkey") as HTMLInputElement;
      field.value = answer.credential;
      form.requestSubmit();
      // The form's listener has read the credential, which is valid only once.
      field.value = "";
    });
  });
}

/** Shows a problem above the form, in place of the last answer's message. An empty one hides it. */
function tell(form: HTMLFormElement, problem: string): void {
  const place = form.querySelector<HTMLElement>("[role=alert]");
  if (!place) return;
  place.textContent = problem;
  place.hidden = problem === "";
}

type Signed = { credential: string } | { problem: string } | { to: string };

async function signed(button: HTMLElement): Promise<Signed> {
  const [way, address] = button.getAttribute(PASSKEY_OPTIONS)!.split(" ");
  const question = await questionAt(address!);
  if (question.to) return { to: question.to };
  if (!question.options) return { problem: question.message ?? NO_LINE };
  if (!browserSupportsWebAuthn()) return { problem: UNKNOWN };
  try {
    const options = { optionsJSON: question.options as never };
    const credential = way === "create" ? await startRegistration(options) : await startAuthentication(options);
    return { credential: JSON.stringify(credential) };
  } catch (failure) {
    const { name = "" } = failure as { name?: string };
    return { problem: SENTENCES[name] ?? "Your device could not do that. Try again, or use another way." };
  }
}

const PATIENCE_MS = 20_000;

async function questionAt(address: string): Promise<PasskeyQuestion> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(address, { method: "POST", signal: patience.signal });
    return (await answer.json()) as PasskeyQuestion;
  } catch {
    return { message: NO_LINE };
  } finally {
    clearTimeout(timer);
  }
}
