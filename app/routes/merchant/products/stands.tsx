import { countInWords, MOST_COUNTED } from "~/features/pagination";
import type { StateCounts } from "~/features/products/schema";
import { WorkTabs } from "~/ui/work-tabs/work-tabs";
import { listAddress, STANDS, type Wanted } from "./list-address";

interface StandsProps {
  wanted: Wanted;
  counts: StateCounts | undefined;
}

/** Tabs of the list by the state of its products, each with its count. A tab keeps the search words. */
export function Stands({ wanted: { q, only }, counts }: StandsProps) {
  const tab = (stand: Wanted["only"], label: string) => {
    const count = counts?.[stand || "all"];
    return {
      label,
      href: listAddress({ q, only: stand, page: 1, from: 1 }),
      isCurrent: stand === only,
      count: count !== undefined && count > MOST_COUNTED ? countInWords(count) : count,
    };
  };
  const stands = STANDS.filter(({ only: stand, isRare }) => !isRare || stand === only || counts?.[stand] !== 0);
  return (
    <WorkTabs
      label="Products by their state"
      tabs={[tab("", "All"), ...stands.map(({ only: stand, label }) => tab(stand, label))]}
    />
  );
}
