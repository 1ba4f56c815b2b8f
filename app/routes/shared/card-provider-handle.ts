/**
 * The `handle` of a page with a card form, or with a link to one. It lets the content security policy of this page
 * alone reach the card provider. "form": only by a posted form that is redirected there. "payouts": by a redirect to
 * the provider's pages for merchants. "script": also by the provider's script.
 */
export interface CardProviderHandle {
  cardProvider: "script" | "form" | "payouts";
}

export function cardProviderOf(handle: unknown): CardProviderHandle["cardProvider"] | null {
  const reach = typeof handle === "object" && handle !== null && "cardProvider" in handle ? handle.cardProvider : null;
  return reach === "script" || reach === "form" || reach === "payouts" ? reach : null;
}
