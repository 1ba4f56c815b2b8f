import type Stripe from "stripe";

/* The fake's pages for payers, in plain HTML without scripts. */

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:2rem auto;padding:0 1rem}label{display:block;margin:.75rem 0}input{display:block;width:100%;box-sizing:border-box;padding:.5rem;font:inherit}button{padding:.6rem 1rem;font:inherit}[role=alert]{color:#b00020}</style>
</head><body><main>${body}</main></body></html>`;
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

export function hostedPage(session: Stripe.Checkout.Session, failed: string): string {
  const back = session.cancel_url ? `<p><a href="${escaped(session.cancel_url)}">Back to the shop</a></p>` : "";
  if (session.status !== "open")
    return page(
      "This page is closed",
      `<h1>This page is closed</h1><p>${session.status === "complete" ? "It was paid already." : "Its time is over. Nothing was charged."}</p>${back}`,
    );
  return page(
    "Pay (stand-in for Stripe)",
    `<h1>Pay ${dollars(session.amount_total ?? 0)}</h1><p>A stand-in for Stripe's page. No money moves.</p>
${failed ? `<p role="alert">${escaped(failed)}</p>` : ""}
<form method="post"><label>Card number <input name="number" inputmode="numeric" autocomplete="cc-number" value="4242 4242 4242 4242" required></label>
<label>Expiry <input name="expiry" value="12 / 34" required></label><label>Security code <input name="cvc" value="123" required></label>
<button>Pay ${dollars(session.amount_total ?? 0)}</button></form>
<p>Test cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0027 6000 3184 asks for authentication, 4000 0000 0000 7777 on a page of the bank’s.</p>${back}`,
  );
}

export function authenticationPage(intent: Stripe.PaymentIntent): string {
  return page(
    "Authentication (stand-in for a bank)",
    `<h1>Is this you?</h1><p>A stand-in for the page of the bank that issued the card: ${dollars(intent.amount)}.</p>
<form method="post"><p><button name="passed" value="1">Complete authentication</button></p><p><button name="passed" value="0">Fail authentication</button></p></form>`,
  );
}
