declare module "virtual:page-sheets" {
  import type { Sheet } from "~/platform/http/used-styles.server";
  /** The built style sheets by their addresses, taken apart by scripts/page-sheets.ts; none in development. */
  const sheets: Readonly<Record<string, Sheet>>;
  export default sheets;
}
