import type { LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useLoaderData, useLocation, useRouteError } from "@remix-run/react";
import {
  ChartNoAxesCombined,
  CreditCard,
  LayoutDashboard,
  MessageCircle,
  Package,
  ReceiptText,
  Settings,
  Star,
} from "~/ui/icon/icons";
import { useFailure } from "~/routes/shared/failure";
import { sessionOf } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Notice } from "~/ui/notice/notice";
import { WorkArea } from "~/ui/work-area/work-area";

const MESSAGES = { href: "/merchant/conversations", label: "Messages", icon: MessageCircle };

const ROOMS = [
  { href: "/merchant", label: "Dashboard", icon: LayoutDashboard },
  { href: "/merchant/products", label: "Products", icon: Package },
  { href: "/merchant/orders", label: "Orders", icon: ReceiptText },
  MESSAGES,
  { href: "/merchant/reviews", label: "Reviews", icon: Star },
  { href: "/merchant/sales_report", label: "Sales Report", icon: ChartNoAxesCombined },
  { href: "/merchant/payments", label: "Payments", icon: CreditCard },
  { href: "/merchant/account_settings", label: "Settings", icon: Settings },
];

const FIND = {
  action: "/merchant/search",
  label: "Search orders and goods",
  placeholder: "Orders and goods",
};

/** The rooms, with the number of unread conversations. */
const roomsWith = (unread: number) => ROOMS.map((room) => (room === MESSAGES ? { ...room, count: unread } : room));

/** The sentence that every page shows to a merchant whose products are not in the shop. */
const CLOSED = {
  waiting: "Your stall waits for its approval. You can add products meanwhile; they go on sale once it is open.",
  suspended:
    "Your stall is closed for now, so your products are not in the shop. Please write to us to have it opened.",
};

/** Every room also checks who is signed in, because loaders run in parallel. */
export async function loader(args: LoaderFunctionArgs) {
  const { storeStatus, unreadConversations } = await (await sessionOf(args)).require("merchant");
  return {
    closed: storeStatus === "waiting" || storeStatus === "suspended" ? CLOSED[storeStatus] : null,
    unread: unreadConversations,
  };
}

export default function MerchantArea() {
  const { closed, unread } = useLoaderData<typeof loader>();
  return (
    <WorkArea label="Merchant" items={roomsWith(unread)} find={FIND}>
      {closed ? <Notice still type="danger" message={closed} /> : null}
      <Outlet />
    </WorkArea>
  );
}

/** Keeps the links to the other rooms when a room failed or does not exist. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const failure = useFailure("Your products, orders and everything you saved are safe.");
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <WorkArea label="Merchant" items={ROOMS} find={FIND}>
      {missing ? (
        <EmptyState
          headingLevel={1}
          title="404 - Page Not Found"
          text="There is nothing of yours at this address. The link may be wrong or cut short."
          action={<ButtonLink to="/merchant">Back to Dashboard</ButtonLink>}
        />
      ) : (
        <EmptyState
          headingLevel={1}
          title="This page could not be loaded"
          text={failure}
          action={<ButtonLink to={pathname + search}>Try again</ButtonLink>}
        />
      )}
    </WorkArea>
  );
}
