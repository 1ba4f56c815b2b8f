import type { ReactNode } from "react";
import { QuickForm } from "~/ui/form/quick-form";

/** Where every change of cart and wishlist is posted. */
export const LISTS = "/lists";

export interface ListsFormProps {
  product?: string;
  /** The page that shows what has become of it. */
  returnTo: string;
  /** How many of it lie in the cart, for a form that adds to them: posted twice, it adds once. */
  had?: number;
  /** The price of a piece on this page, for a form that adds: another price is announced before it is paid. */
  price?: number | undefined;
  /** Sent along as `_key`, so that a post repeated by a flaky line is done once. */
  formKey?: string | null;
  /** With scripts a choice in it is sent as it is made. */
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
