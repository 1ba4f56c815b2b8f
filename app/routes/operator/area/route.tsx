import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import {
  CalendarDays,
  ClipboardCheck,
  CreditCard,
  Flag,
  HandCoins,
  History,
  LayoutDashboard,
  LifeBuoy,
  Mail,
  Package,
  ReceiptText,
  Replace,
  Shapes,
  Star,
  Store,
  Users,
  Wrench,
} from "~/ui/icon/icons";
import { read } from "~/api/client";
import { useFailure } from "~/routes/shared/failure";
import { guarded, sessionOf } from "~/session/session.server";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { WorkArea } from "~/ui/work-area/work-area";

const HERE = "routes/operator/area/route";

const FIND = {
  action: "/operator/search",
  label: "Order, payment, email, product, SKU or stall",
  placeholder: "Orders, people, goods",
};

/** Every room also checks who is signed in, because loaders run in parallel. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  return (await guarded(session, () => read(session.api().operator.overview.$get()))).data;
}

/** The number of things that wait, by room. Undefined if it could not be loaded. */
export function useOverview() {
  return useRouteLoaderData<typeof loader>(HERE);
}

function rooms(waits: ReturnType<typeof useOverview>) {
  return [
    { href: "/operator", label: "Dashboard", icon: LayoutDashboard },
    { href: "/operator/review", label: "Review", icon: ClipboardCheck, count: waits?.review },
    { href: "/operator/products", label: "Products", icon: Package },
    { href: "/operator/categories", label: "Categories", icon: Shapes },
    { href: "/operator/synonyms", label: "Synonyms", icon: Replace },
    { href: "/operator/merchants", label: "Merchants", icon: Store, count: waits?.merchants },
    { href: "/operator/users", label: "Users", icon: Users },
    { href: "/operator/orders", label: "Orders", icon: ReceiptText, count: waits?.failedRefunds },
    { href: "/operator/payments", label: "Payments", icon: CreditCard },
    { href: "/operator/pay_on_collection", label: "Pay when you collect", icon: HandCoins },
    { href: "/operator/support", label: "Support", icon: LifeBuoy, count: waits?.support },
    { href: "/operator/reports", label: "Reports", icon: Flag, count: waits?.reports },
    { href: "/operator/customer_reviews", label: "Buyers’ reviews", icon: Star },
    { href: "/operator/market_days", label: "Market days", icon: CalendarDays },
    { href: "/operator/newsletter", label: "Newsletter", icon: Mail },
    { href: "/operator/jobs", label: "Jobs", icon: Wrench, count: waits?.deadJobs },
    { href: "/operator/audit_log", label: "Audit log", icon: History },
  ];
}

export default function OperatorArea() {
  return (
    <WorkArea label="Operator" items={rooms(useLoaderData<typeof loader>())} find={FIND}>
      <Outlet />
    </WorkArea>
  );
}

/** Keeps the links to the other rooms when a room failed or does not exist. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const failure = useFailure("Nothing was changed.");
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <WorkArea label="Operator" items={rooms(useOverview())} find={FIND}>
      {missing ? (
        <EmptyState
          headingLevel={1}
          title="404 - Page Not Found"
          text="There is nothing at this address. Somebody may have dealt with it already, or the link is cut short."
          action={<ButtonLink to="/operator">Back to Dashboard</ButtonLink>}
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
