import { useEffect, useState, type FormEvent } from "react";

/** What the page's own calls for options answer. */
export interface PasskeyQuestion {
  /** The options of WebAuthn. */
  options?: { challenge: string };
  /** Where the way leads first. */
  to?: string;
  /** Why there are none. */
  message?: string;
}

type How = "create" | "get";

const NO_LINE = "The shop did not answer. Press the button once more.";
const UNKNOWN = "This browser knows no passkeys.";
/** By the name of what the browser throws; anything else is told as a failure of the device. */
const SENTENCES: Record<string, string> = {
  NotAllowedError: "That was stopped, or took too long. Press the button once more.",
  AbortError: "That was stopped. Press the button once more.",
  InvalidStateError: "This device has a passkey of your account already.",
};

/**
 * For a form with a hidden field `passkey`: at a press it asks `address` what the device is to sign, lets the device
 * sign, and sends the form with the answer in that field. `problem` says why it could not.
 */
export function usePasskey(how: How, address: string) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  // While somebody reads, so that nothing but the device stands between the press and the question.
  useEffect(() => void import("@simplewebauthn/browser").catch(() => undefined), []);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const field = form.elements.namedItem("passkey");
    if (!(field instanceof HTMLInputElement) || field.value) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    void signed(how, address).then((answer) => {
      setBusy(false);
      if ("to" in answer) return location.assign(answer.to);
      if ("problem" in answer) return setProblem(answer.problem);
      field.value = answer.credential;
      form.requestSubmit();
      // It has been read, and is good once.
      field.value = "";
    });
  };
  return { onSubmit, problem, busy };
}

type Signed = { credential: string } | { problem: string } | { to: string };

async function signed(how: How, address: string): Promise<Signed> {
  const question = await asked(address);
  if (question.to) return { to: question.to };
  if (!question.options) return { problem: question.message ?? NO_LINE };
  try {
    const webAuthn = await import("@simplewebauthn/browser");
    if (!webAuthn.browserSupportsWebAuthn()) return { problem: UNKNOWN };
    const given = { optionsJSON: question.options as never };
    const credential =
      how === "create" ? await webAuthn.startRegistration(given) : await webAuthn.startAuthentication(given);
    return { credential: JSON.stringify(credential) };
  } catch (failure) {
    const { name = "" } = failure as { name?: string };
    return { problem: SENTENCES[name] ?? "Your device could not do that. Try again, or use another way." };
  }
}

const PATIENCE_MS = 20_000;

async function asked(address: string): Promise<PasskeyQuestion> {
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
