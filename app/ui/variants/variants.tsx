import { Fragment, type ReactNode } from "react";

/**
 * In a page template: a text in place of a value that differs between people. It has a random word in it, so nobody can
 * guess it. It can be shown like texts and numbers. Content that depends on its value needs `Variants`.
 */
export type Placeholder = `placeholder-${string}-`;

export interface VariantsProps<Value extends number> {
  /** The deciding value. In a browser, and on a page rendered for one person, it is always a number. */
  of: Value | Placeholder;
  /** All values that it may have. */
  among: readonly Value[];
  /** Whether it may have other values, too. The content for these only shows the number. */
  others?: boolean;
  /** Returns an element. Its neighbours in the page must be elements, too. */
  children: (value: Value | Placeholder) => ReactNode;
}

/**
 * Content that depends on a number. It is rendered once for a known number. In a page template it is rendered once for
 * each possible number, between marks that are found when the template is filled in.
 */
export function Variants<Value extends number>({ of, among, others, children }: VariantsProps<Value>) {
  if (typeof of === "number") return <>{children(of)}</>;
  return (
    <>
      {[...among, ...(others ? [of] : [])].map((value) => (
        <Fragment key={value}>
          {`${of}{${typeof value === "number" ? value : "*"}}`}
          {children(value)}
        </Fragment>
      ))}
      {`${of}{}`}
    </>
  );
}
