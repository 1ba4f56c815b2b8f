import { AfterList } from "~/ui/load-more/load-more";
import { Pager } from "~/ui/pager/pager";
import { listAddress } from "./list-address";

interface PagesProps {
  path: string;
  wanted?: Record<string, string>;
  page: number;
  pages: number;
  label: string;
}

/** The pager under a list; nothing where all of it is on one page. */
export function Pages({ path, wanted = {}, page, pages, label }: PagesProps) {
  if (pages <= 1) return null;
  return (
    <AfterList>
      <Pager page={page} pages={pages} hrefFor={(number) => listAddress(path, wanted, number)} label={label} />
    </AfterList>
  );
}
