import { useFetcher, useLocation } from "@remix-run/react";
import { useState } from "react";

/** What comes back for `?country=`: see `keepPageWithoutRegions`. */
export interface FoundRegions {
  country: string;
  /** null when they could not be had. */
  regions: string[] | null;
}

interface Regions {
  regions: readonly string[];
  /** The new country's regions are on their way. */
  loading: boolean;
  /** They could not be had: the page should offer its button. */
  failed: boolean;
  choose: (country: string) => void;
}

/** The regions of the chosen country, asked of the page's own loader (`?country=`) whenever another one is chosen. */
export function useRegions(given: readonly string[]): Regions {
  const { pathname } = useLocation();
  const { load, data } = useFetcher<FoundRegions>();
  const [country, setCountry] = useState<string | null>(null);
  const choose = (chosen: string) => {
    setCountry(chosen);
    if (chosen !== "") load(`${pathname}?country=${encodeURIComponent(chosen)}`);
  };
  if (country === null) return { regions: given, loading: false, failed: false, choose };
  if (country === "") return { regions: [], loading: false, failed: false, choose };
  // An answer says whose regions it has: never those of the country before, one of which could be picked meanwhile.
  if (data?.country !== country) return { regions: [], loading: true, failed: false, choose };
  return { regions: data.regions ?? [], loading: false, failed: data.regions === null, choose };
}
