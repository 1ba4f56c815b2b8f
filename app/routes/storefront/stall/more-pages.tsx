import { OnePageMore } from "~/routes/shared/one-page-more";
import { AfterList } from "~/ui/load-more/load-more";
import { Pagination } from "~/ui/pagination/pagination";
import { addressOfMore, stallAddress, type Pages } from "./stall-address";

const PRODUCTS_A_PAGE = 10;

interface MorePagesProps {
  stallId: string;
  pages: Pages;
  total: number;
  hasNextPage: boolean;
}

/** Links through all products of a stall: one page more below, or any page by its number. */
export function MorePages({ stallId, pages, total, hasNextPage }: MorePagesProps) {
  const last = Math.ceil(total / PRODUCTS_A_PAGE);
  if (last <= 1) return null;
  return (
    <AfterList>
      {/* Replaces this address, so that one step back leaves the stall, however much of it was loaded. */}
      {hasNextPage ? <OnePageMore to={addressOfMore(stallId, pages)} replace /> : null}
      <Pagination page={pages.page} pages={last} hrefFor={(page) => stallAddress(stallId, page)} />
    </AfterList>
  );
}
