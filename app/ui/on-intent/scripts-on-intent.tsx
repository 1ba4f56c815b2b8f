import { Scripts, ScrollRestoration, useMatches } from "@remix-run/react";
import { Children, isValidElement, useEffect, type ReactElement, type ReactNode } from "react";
import address from "virtual:page-script";
import * as button from "~/ui/button/button.css";
import * as icon from "~/ui/icon/icon.css";
import * as line from "~/ui/line/line-message.css";
import * as loading from "~/ui/loading/loading.css";
import { DATA_ID, HELD_ID, HYDRATED, LOOK, WITHOUT_REACT, type Held, type Look } from "./contract";

const look: Look = {
  sign: icon.icon,
  place: line.place,
  message: line.message,
  words: line.words,
  choice: line.choice,
  button: button.button,
  quiet: button.quiet,
  loading: loading.loading,
  spinner: loading.spinner,
};

type Inline = ReactElement<{ type?: string; dangerouslySetInnerHTML: { __html: string } }>;
type Preload = ReactElement<{ href: string }>;

/** Called, not rendered, for what they render; their hooks are their caller's then. */
const [remixScripts, remixScrolling] = [Scripts, ScrollRestoration] as ((props: object) => ReactNode)[];

/**
 * In the place of Remix's `Scripts` and `ScrollRestoration`: the page's data (platform/http/page-data.server.ts) and what
 * its scripts are as text, and one small script that brings them when somebody needs them (start.ts), so that no script
 * stands in a page. While developing, Remix's own.
 */
export function ScriptsOnIntent() {
  useEffect(tellOnceHydrated, []);
  const withoutReact = useMatches().some(({ handle }) => handle === WITHOUT_REACT);
  const scrolling = remixScrolling!({});
  const rendered = remixScripts!({});
  if (import.meta.env.DEV)
    return (
      <>
        {scrolling}
        {rendered}
      </>
    );
  if (rendered === null) return null;
  const parts = flat(rendered);
  const files = parts.filter((part): part is Preload => part.type === "link").map(({ props }) => props.href);
  // In the browser Remix renders them empty, and what the page came with stays.
  const held = import.meta.env.SSR && heldIn(parts.filter((part): part is Inline => part.type === "script"));
  return (
    <>
      <script type="text/plain" id={DATA_ID} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
      <script
        type="text/plain"
        id={HELD_ID}
        data-files={withoutReact ? "" : files.join(" ")}
        data-look={LOOK.map((name) => look[name]).join()}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: withoutReact || !held ? "" : JSON.stringify(held) }}
      />
      <script src={address} async />
    </>
  );
}

/** What Remix's two scripts set before the browser's entry begins, and which file that is. */
function heldIn(scripts: Inline[]): Held {
  const [context = "", modules = ""] = scripts.map(({ props }) => props.dangerouslySetInnerHTML.__html);
  const settings = between(context, "window.__remixContext = ", ";window.");
  const manifest = between(modules, "import ", ";");
  const entry = between(modules, "\nimport(", ")");
  const numbers = between(modules, "window.__remixRouteModules = ", ";").replaceAll(/:route(?=\d)/g, ":");
  const files = [...modules.matchAll(/^import \* as route\d+ from "([^"]+)"/gm)].map(([, file]) => file);
  const named = Object.entries(JSON.parse(numbers) as Record<string, number>);
  const routes = Object.fromEntries(named.map(([id, n]) => [id, files[n] as string]));
  if (scripts.length > 2 || named.length !== files.length) throw new Error(OTHERWISE);
  return { settings: JSON.parse(settings) as object, manifest: JSON.parse(manifest), routes, entry: JSON.parse(entry) };
}

const OTHERWISE = "Remix no longer renders its scripts as one module.";

function between(text: string, before: string, after: string): string {
  const start = text.indexOf(before) + before.length;
  const end = text.indexOf(after, start);
  if (start < before.length || end < 0) throw new Error(OTHERWISE);
  return text.slice(start, end);
}

/** A press before the router has begun would be answered with the data that the page came with. */
function tellOnceHydrated(): () => void {
  const router = window.__remixRouter;
  let stop: (() => void) | undefined;
  const look = () => {
    if (router && !router.state.initialized) return;
    stop?.();
    window.dispatchEvent(new Event(HYDRATED));
  };
  stop = router?.subscribe(look);
  look();
  return () => stop?.();
}

/** All elements that are no fragments. */
function flat(node: ReactNode): ReactElement[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return [];
    return typeof child.type === "symbol" ? flat(child.props.children) : [child];
  });
}
