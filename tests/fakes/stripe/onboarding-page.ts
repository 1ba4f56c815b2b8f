import { connected, setAccount } from "./accounts";
import { readForm, text } from "./form";
import { page } from "./pages";
import type { Shown } from "./payer-pages";
import { seconds, type Store } from "./store";

/** The page on which a merchant opens an account. Null for any other address. */
export function onboardingPage(store: Store, method: string, path: string, body: string): Shown | null {
  const [, token = ""] = /^\/onboarding\/(\w+)$/.exec(path) ?? [];
  if (!token) return null;
  const link = connected(store).links.get(token);
  if (!link) return { html: page("Unknown link", "<h1>There is no such link</h1>"), status: 404 };
  if (link.used || link.expires <= seconds(store)) return { to: link.refreshUrl };
  if (method !== "POST") return { html: questions };
  link.used = true;
  const answer = text(readForm(body)["answer"]);
  if (answer === "ready" || answer === "checking") setAccount(store, link.accountId, answer);
  return { to: link.returnUrl };
}

const questions = page(
  "Payout account (stand-in for Stripe)",
  `<h1>Open your payout account</h1><p>A stand-in for Stripe's page. Nothing is asked, and no money moves.</p>
<form method="post"><p><button name="answer" value="ready">Answer everything</button></p><p><button name="answer" value="checking">Answer everything, to be checked</button></p><p><button name="answer" value="later">Leave it for later</button></p></form>`,
);
