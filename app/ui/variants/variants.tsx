import { Fragment, type ReactNode } from "react";

/**
 * In a page template: a text that stands in the place of a value which differs between people. Nobody can know it
 * before, for a random word is in it. Like texts and numbers it can be shown; what is decided by it needs `Variants`.
 */
export type Placeholder = `placeholder-${string}-`;

export interface VariantsProps<Value extends number> {
  /** The deciding value. In a browser, and on a page rendered for one person, it is always a number. */
  of: Value | Placeholder;
  /** All that it may be. */
  among: readonly Value[];
  /** Stands for every other number; what it renders only shows its number. */
  others?: boolean;
  /** An element, which stands between elements. */
  children: (value: Value | Placeholder) => ReactNode;
}

/**
 * What looks different by a number: rendered once for that number, and in a page template once for each that it may
 * be, between marks by which whoever fills in the template finds them.
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
