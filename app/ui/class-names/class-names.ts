/** Joins the names that are given: `classNames(button, wide && styles.wide, className)`. */
export function classNames(...names: Array<string | false | null | undefined>): string | undefined {
  return names.filter(Boolean).join(" ") || undefined;
}
