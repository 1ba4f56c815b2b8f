/**
 * What a page with a card form or a way to one says in its `handle`: the policy of its document, and of no other,
 * lets it reach the card provider. "form": only by posting a form that is redirected there, "payouts": to the
 * provider's pages for merchants; "script": with its script too.
 */
export interface CardProviderHandle {
  cardProvider: "script" | "form" | "payouts";
}

export function cardProviderOf(handle: unknown): CardProviderHandle["cardProvider"] | null {
  const reach = typeof handle === "object" && handle !== null && "cardProvider" in handle ? handle.cardProvider : null;
  return reach === "script" || reach === "form" || reach === "payouts" ? reach : null;
}
