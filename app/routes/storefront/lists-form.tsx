import type { useFetcher } from "@remix-run/react";
import type { ReactNode } from "react";
import { useHydrated } from "~/ui/hydrated/hydrated";

/** Where every change of cart and wishlist is posted. */
export const LISTS = "/lists";

/**
 * How a change is answered: in place once scripts run, else as a new page, and then with a key, so that a post which a
 * flaky line repeats counts once.
 */
export function useListsAnswer(key: string | null = null): Record<string, string> {
  const hydrated = useHydrated();
  if (hydrated) return { inPlace: "1" };
  return key ? { _key: key } : {};
}

export interface ListsFormProps {
  fetcher: ReturnType<typeof useFetcher>;
  product?: string;
  /** Where a browser without scripts comes back to. */
  returnTo: string;
  formKey?: string | null;
  className?: string;
  onSubmit?: () => void;
  children: ReactNode;
}

/** A form that changes cart or wishlist by the intents of its buttons. */
export function ListsForm({ fetcher, product, returnTo, formKey, className, onSubmit, children }: ListsFormProps) {
  const answer = useListsAnswer(formKey);
  return (
    <fetcher.Form method="post" action={LISTS} className={className} onSubmit={onSubmit}>
      {product ? <input type="hidden" name="product" value={product} /> : null}
      <input type="hidden" name="returnTo" value={returnTo} />
      {Object.entries(answer).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </fetcher.Form>
  );
}
