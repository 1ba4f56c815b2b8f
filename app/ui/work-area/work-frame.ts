import { createContext, type ReactNode } from "react";
import type { AccountLinkProps } from "~/ui/page-header/account-link";

export interface WorkFrame {
  /** The marketplace's name. */
  name: string;
  account: AccountLinkProps;
  /** The address of the person's settings. */
  settings?: string | undefined;
  /** Notices, which are shown under the header. */
  notices: ReactNode;
}

/** The frame of a page whose work area has a header of its own; none where the shop's header is above it. */
export const WorkFrameContext = createContext<WorkFrame | null>(null);
