import { useRouteLoaderData } from "@remix-run/react";
import type { Privilege } from "~/features/accounts/schema";
import type { Session } from "~/session/session.server";

/** Data of the root loader for every page. */
export interface RootData {
  market: Session["config"]["market"];
  publicUrl: string;
  /** Null for a visitor. */
  user: { firstName: string; privilege: Privilege } | null;
}

/** Data of the root loader. Undefined if it failed. */
export function useRootData() {
  return useRouteLoaderData<RootData>("root");
}
