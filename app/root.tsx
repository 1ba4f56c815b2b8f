import { data, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
  useSearchParams,
  type MetaFunction,
} from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { read } from "~/api/client";
import { isBareHandle } from "~/routes/shared/bare-handle";
import { OutageContext, useFailure } from "~/routes/shared/failure";
import type { RootData as ToldToPages } from "~/routes/shared/root-data";
import { homeOf } from "~/session/areas";
import { forget } from "~/session/cookies.server";
import { sessionOf } from "~/session/session.server";
import { visuallyHidden, wrap } from "~/styles/layout.css";
import "~/styles/print.css";
import "~/styles/reset.css";
import "~/styles/tokens.css";
import { Breadcrumb } from "~/ui/breadcrumb/breadcrumb";
import { ButtonLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { monogramOf } from "~/ui/avatar/avatar";
import { CookiesNeeded } from "~/ui/cookies-needed/cookies-needed";
import { OFFLINE_PAGE } from "~/ui/device/contract";
import { FromDevice } from "~/ui/device/from-device";
import { Input } from "~/ui/field/field";
import { FormOwner } from "~/ui/form/form-owner";
import { PlainForm } from "~/ui/form/plain-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { DraftOfferTemplate } from "~/ui/local-draft/draft-offer";
import { Notice } from "~/ui/notice/notice";
import { PageScripts } from "~/ui/page-scripts/page-scripts";
import "~/ui/page-scripts/with-scripts.css";
import { joinLine, PageFooter, SlimFooter } from "~/ui/page-footer/page-footer";
import { PageHeader, SkipLink } from "~/ui/page-header/page-header";
import { WorkFrameContext } from "~/ui/work-area/work-frame";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "apple-touch-icon", href: "/icons/maskable-512.png" },
];

/** The route of every address that no other route has. */
const NOWHERE = "routes/storefront/not-found/route";
const NOT_FOUND = "Page not found";
const FAILED = "This page could not be loaded";

export const meta: MetaFunction<typeof loader> = ({ data: root, error }) => {
  const name = root?.market.name ?? "Fieldstall";
  if (!error) return [{ title: name }];
  return [{ title: `${isRouteErrorResponse(error) && error.status === 404 ? NOT_FOUND : FAILED} – ${name}` }];
};

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const keepsNoCookies = session.notices.keepsNoCookies();
  const user = await session.user();
  const [counts, categories, notice, kept] = await Promise.all([
    session.lists.counts(),
    read(session.api().category.$get({ query: { page: "1" } })),
    session.notices.last(),
    session.exits.kept(),
  ]);
  const { market, publicUrl } = session.config;
  return data(
    {
      market,
      publicUrl,
      user: user && {
        id: user._id,
        firstName: user.firstName,
        lastName: user.lastName,
        privilege: user.privilege,
        image: user.image,
        unread: session.template ? session.template.placeholder("unread") : user.unreadConversations,
        monogram: session.template
          ? { letters: session.template.placeholder("letters"), ground: session.template.placeholder("ground") }
          : monogramOf(`${user.firstName} ${user.lastName}`),
      },
      counts,
      categories: categories.data.docs.map(({ title }) => title),
      notice: notice && { ...notice, id: session.requestId },
      ...(kept && { kept: kept.answer }),
      ...(keepsNoCookies && { keepsNoCookies }),
    },
    { headers: notice ? { "Set-Cookie": await session.cookies.notice.serialize("", forget) } : {} },
  );
}

export type RootData = ReturnType<typeof useRootData>;

/** Data of the root loader; undefined when it failed. */
export function useRootData() {
  return useRouteLoaderData<typeof loader>("root") satisfies ToldToPages | undefined;
}

export function Layout({ children }: { children: ReactNode }) {
  const outage = useContext(OutageContext);
  return (
    <html lang="en" data-outage={outage ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#FFFFFF" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1C241F" media="(prefers-color-scheme: dark)" />
        <Meta />
        {/* The server puts a first visit's sheets here (used-styles.server.ts), and they stay. */}
        <style dangerouslySetInnerHTML={{ __html: "" }} />
        <Links />
      </head>
      <body>
        {children}
        <PageScripts />
      </body>
    </html>
  );
}

const inBuyersArea = (pathname: string) => /^\/customer(\/|$)/.test(pathname);
/** Areas with a header of their own. */
const inWorkArea = (pathname: string) => /^\/(merchant|operator)(\/|$)/.test(pathname);

export default function App() {
  const { pathname } = useLocation();
  const matches = useMatches();
  const known = !matches.some((match) => match.id === NOWHERE);
  const page = <Outlet />;
  if (matches.some(({ handle }) => isBareHandle(handle))) return <BareFrame>{page}</BareFrame>;
  // A work area has its own main, beside its navigation.
  if (known && inWorkArea(pathname)) return <WorkFrame>{page}</WorkFrame>;
  if (known && inBuyersArea(pathname)) return <Frame slim>{page}</Frame>;
  return (
    <Frame>
      <main id="main" className={wrap} tabIndex={-1}>
        {/* A payment link's word tells people nothing. The offline page and an unknown address have no trail. */}
        <Breadcrumb
          pathname={known && pathname !== OFFLINE_PAGE ? pathname.replace(/^\/pay\/.*/, "/pay") : "/"}
          wrapped={false}
        />
        {page}
      </main>
    </Frame>
  );
}

/** Adds only the notice to a page that has a header of its own. */
function BareFrame({ children }: { children: ReactNode }) {
  const root = useRootData();
  return (
    <FormOwner.Provider value={root?.user?.id ?? ""}>
      <SkipLink />
      {root?.notice && <Notice {...root.notice} />}
      {children}
    </FormOwner.Provider>
  );
}

type Root = NonNullable<RootData>;

const accountOf = (user: Root["user"] | undefined) =>
  user
    ? { href: homeOf(user.privilege), monogram: user.monogram, image: user.image, unread: user.unread }
    : { href: "/login" };

/** Everything that is shown under the header. */
function Notices() {
  const root = useRootData();
  return (
    <>
      <FromDevice />
      <CookiesNeeded told={root?.keepsNoCookies === true} />
      {root?.notice && <Notice {...root.notice} />}
    </>
  );
}

/** Notices and footer around a work area, which has a header of its own. */
function WorkFrame({ children }: { children: ReactNode }) {
  const root = useRootData();
  const user = root?.user;
  const name = root?.market.name ?? "Fieldstall";
  const settings = user?.privilege === "merchant" ? "/merchant/account_settings" : undefined;
  return (
    <FormOwner.Provider value={user?.id ?? ""}>
      <SkipLink />
      <WorkFrameContext.Provider value={{ name, account: accountOf(user), settings, notices: <Notices /> }}>
        {children}
      </WorkFrameContext.Provider>
      {root && <SlimFooter name={name} categories={root.categories} />}
      <DraftOfferTemplate />
    </FormOwner.Provider>
  );
}

/** Header, notice and footer around a page. */
function Frame({ children, slim = false }: { children: ReactNode; slim?: boolean }) {
  const root = useRootData();
  const [search] = useSearchParams();
  const user = root?.user;
  // The offline page is the same for everybody, whatever is in their carts.
  const counts = useLocation().pathname === OFFLINE_PAGE ? undefined : root?.counts;
  const name = root?.market.name ?? "Fieldstall";
  return (
    <FormOwner.Provider value={user?.id ?? ""}>
      <SkipLink />
      <PageHeader
        name={name}
        // The buyer's area has searches of its own.
        query={slim ? "" : (search.get("q") ?? "")}
        words={root?.categories}
        merchant={user?.privilege === "merchant"}
        wishlistCount={counts?.wishlist}
        cartCount={counts?.cart}
        account={accountOf(user)}
        hasOwnMenu={slim}
      />
      <Notices />
      {/* The page that was left enters the browser's memory only now. This request deletes it there. */}
      {root?.notice?.leaves && <img src="/logout/forget" alt="" hidden />}
      {children}
      {root &&
        (slim ? (
          <SlimFooter name={name} categories={root.categories} />
        ) : (
          <PageFooter
            name={name}
            contact={{ street: root.market.address, email: root.market.email, phone: root.market.phone }}
            categories={root.categories}
            newsletter={<NewsletterBox />}
          />
        ))}
      <DraftOfferTemplate />
    </FormOwner.Provider>
  );
}

function NewsletterBox() {
  const { pathname, search } = useLocation();
  return (
    <PlainForm className={joinLine} action="/newsletter">
      <input type="hidden" name="returnTo" value={pathname + search} />
      <label className={visuallyHidden} htmlFor="newsletter">
        Email for the newsletter
      </label>
      <Input
        id="newsletter"
        type="text"
        name="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="send"
        placeholder="Email"
        required
      />
      <SubmitButton>Subscribe</SubmitButton>
    </PlainForm>
  );
}

/** The screen in place of a page that failed: what happened, what is safe, what to do. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const failure = useFailure("Your cart and everything you saved are safe.");
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Frame>
      <main id="main" className={wrap} tabIndex={-1}>
        <Breadcrumb pathname={missing ? "/" : pathname.replace(/^\/pay\/.*/, "/pay")} wrapped={false} />
        <EmptyState
          headingLevel={1}
          title={missing ? NOT_FOUND : FAILED}
          text={missing ? "There is nothing at this address. It may have moved, or the link may be wrong." : failure}
          action={
            missing ? (
              <ButtonLink to="/products">Go to the shop</ButtonLink>
            ) : (
              <ButtonLink to={pathname + search}>Try again</ButtonLink>
            )
          }
        />
      </main>
    </Frame>
  );
}
