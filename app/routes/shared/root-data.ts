import { useRouteLoaderData } from "@remix-run/react";
import type { Privilege } from "~/features/accounts/schema";
import type { Session } from "~/session/session.server";

/** What the root loader tells every page of. */
export interface RootData {
  market: Session["config"]["market"];
  publicUrl: string;
  /** Null for a visitor. */
  user: { firstName: string; privilege: Privilege } | null;
}

/** What the root loader told; undefined when it failed. */
export function useRootData() {
  return useRouteLoaderData<RootData>("root");
}
