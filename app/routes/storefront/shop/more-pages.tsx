import { OnePageMore } from "~/routes/shared/one-page-more";
import { AfterList } from "~/ui/load-more/load-more";
import { Pagination } from "~/ui/pagination/pagination";
import { addressOfMore, shopAddress, type Wanted } from "../shop-address";

/** Links through a long list: one page more below, or any page by its number. */
export function MorePages({ wanted, pages, hasNextPage }: { wanted: Wanted; pages: number; hasNextPage: boolean }) {
  if (pages <= 1) return null;
  const nextPage = addressOfMore(wanted);
  return (
    <AfterList>
      {/* Replaces this address, so that one step back leaves the list, however much of it was loaded. */}
      {hasNextPage ? <OnePageMore to={nextPage} replace /> : null}
      <Pagination page={wanted.page} pages={pages} hrefFor={(page) => shopAddress({ ...wanted, page, from: page })} />
    </AfterList>
  );
}
