import type { useFetcher } from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { FetcherForm } from "~/ui/form/fetcher-form";
import { useHydrated } from "~/ui/hydrated/hydrated";
import { DraftOwner } from "~/ui/local-draft/use-draft";

/** Where every change of cart and wishlist is posted. */
export const LISTS = "/lists";

/**
 * What scripts send along with every change: that it is answered in place, and for which account the page was made, so
 * that a tab which was left open changes nobody else's lists. A page's HTML has neither: it would stand in each form.
 */
export function useInPlace(): Record<string, string> {
  const account = useContext(DraftOwner);
  return { inPlace: "1", ...(account && { _account: account }) };
}

/** How a change is answered: in place once scripts run, else as a new page. With a key, a repeated post counts once. */
export function useListsAnswer(key: string | null = null): Record<string, string> {
  const hydrated = useHydrated();
  const inPlace = useInPlace();
  return { ...(hydrated && inPlace), ...(key && { _key: key }) };
}

export interface ListsFormProps {
  fetcher: ReturnType<typeof useFetcher>;
  product?: string;
  /** Where a browser without scripts comes back to. */
  returnTo: string;
  /** How many of it lie in the cart, for a form that adds to them: posted twice, it adds once. */
  had?: number;
  /** What a piece costs here, for a form that adds: another price is announced before it is paid. */
  price?: number | undefined;
  formKey?: string | null;
  className?: string;
  onSubmit?: () => void;
  children: ReactNode;
}

/** A form that changes cart or wishlist by the intents of its buttons. */
export function ListsForm({
  fetcher,
  product,
  returnTo,
  had,
  price,
  formKey,
  className,
  onSubmit,
  children,
}: ListsFormProps) {
  const answer = useListsAnswer(formKey);
  return (
    <FetcherForm fetcher={fetcher} action={LISTS} className={className} onSubmit={onSubmit}>
      {product ? <input type="hidden" name="product" value={product} /> : null}
      <input type="hidden" name="returnTo" value={returnTo} />
      {had === undefined ? null : <input type="hidden" name="had" value={had} />}
      {price === undefined ? null : <input type="hidden" name="seen" value={price} />}
      {Object.entries(answer).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </FetcherForm>
  );
}
