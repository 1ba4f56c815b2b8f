/**
 * The item whose address is the longest beginning of the path: `/merchant/products/add` belongs to Products rather than
 * to Dashboard.
 */
export function currentItem<Item extends { href: string }>(pathname: string, items: readonly Item[]): Item | undefined {
  return items
    .filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
    .sort((a, b) => b.href.length - a.href.length)[0];
}
