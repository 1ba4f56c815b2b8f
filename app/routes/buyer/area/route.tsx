import type { LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useLoaderData, useLocation, useRouteError } from "@remix-run/react";
import {
  Bell,
  Heart,
  LayoutDashboard,
  LifeBuoy,
  MessageCircle,
  ReceiptText,
  Settings,
  ShoppingCart,
} from "~/ui/icon/icons";
import { useFailure } from "~/routes/shared/failure";
import { sessionOf } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { WorkArea } from "~/ui/work-area/work-area";

const MESSAGES = { href: "/customer/conversations", label: "Messages", icon: MessageCircle };

const ROOMS = [
  { href: "/customer", label: "Dashboard", icon: LayoutDashboard },
  { href: "/customer/order_history", label: "Order History", icon: ReceiptText },
  MESSAGES,
  { href: "/customer/messages", label: "Our team", icon: LifeBuoy },
  { href: "/customer/notices", label: "Notices", icon: Bell },
  { href: "/wishlist", label: "Wishlist", icon: Heart },
  { href: "/shopping_cart", label: "Shopping Cart", icon: ShoppingCart },
  { href: "/customer/account_settings", label: "Settings", icon: Settings },
];

/** The rooms, with the number of unread conversations. */
const roomsWith = (unread: number) => ROOMS.map((room) => (room === MESSAGES ? { ...room, count: unread } : room));

/** Every room also checks who is signed in, because loaders run in parallel. */
export async function loader(args: LoaderFunctionArgs) {
  const { unreadConversations } = await (await sessionOf(args)).require("buyer");
  return { unread: unreadConversations };
}

export default function BuyerArea() {
  const { unread } = useLoaderData<typeof loader>();
  return (
    <WorkArea label="Customer" items={roomsWith(unread)}>
      <Outlet />
    </WorkArea>
  );
}

/** Keeps the links to the other rooms when a room failed or does not exist. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const failure = useFailure("Your orders and everything you saved are safe.");
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <WorkArea label="Customer" items={ROOMS}>
      {missing ? (
        <EmptyState
          headingLevel={1}
          title="404 - Page Not Found"
          text="There is no such order among yours. The link may be wrong or cut short."
          action={<ButtonLink to="/">Go to Home</ButtonLink>}
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
