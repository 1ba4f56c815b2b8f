import type { ReactNode } from "react";
import { QuickForm } from "~/ui/form/quick-form";

/** The address to which every change of cart and wishlist is posted. */
export const LISTS = "/lists";

export interface ListsFormProps {
  product?: string;
  /** The page that shows the result. */
  returnTo: string;
  /** The number of pieces in the cart, for a form that adds, so that a form posted twice adds once. */
  had?: number;
  /** The price of a piece on this page, for a form that adds, so that a changed price is announced before payment. */
  price?: number | undefined;
  /** Sent as `_key`, so that a post repeated on a bad connection takes effect once. */
  formKey?: string | null;
  /** Whether scripts send the form at each choice. */
  sendsChoices?: boolean;
  className?: string;
  children: ReactNode;
}

/** A form that changes cart or wishlist by the intents of its buttons. */
export function ListsForm({
  product,
  returnTo,
  had,
  price,
  formKey,
  sendsChoices,
  className,
  children,
}: ListsFormProps) {
  return (
    <QuickForm
      action={LISTS}
      className={className}
      idempotencyKey={formKey}
      data-sends-choices={sendsChoices ? "" : undefined}
    >
      {product ? <input type="hidden" name="product" value={product} /> : null}
      <input type="hidden" name="returnTo" value={returnTo} />
      {had === undefined ? null : <input type="hidden" name="had" value={had} />}
      {price === undefined ? null : <input type="hidden" name="seen" value={price} />}
      {children}
    </QuickForm>
  );
}
