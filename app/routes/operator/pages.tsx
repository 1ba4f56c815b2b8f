import { AfterList } from "~/ui/load-more/load-more";
import { Pagination } from "~/ui/pagination/pagination";
import { listAddress } from "./list-address";

interface PagesProps {
  path: string;
  wanted?: Record<string, string>;
  page: number;
  pages: number;
  label: string;
}

/** The pagination of a list. Nothing if the list fits on one page. */
export function Pages({ path, wanted = {}, page, pages, label }: PagesProps) {
  if (pages <= 1) return null;
  return (
    <AfterList>
      <Pagination page={page} pages={pages} hrefFor={(number) => listAddress(path, wanted, number)} label={label} />
    </AfterList>
  );
}
