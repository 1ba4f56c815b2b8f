import { Scripts, useMatches } from "@remix-run/react";
import { Children, isValidElement, useEffect, type ReactElement, type ReactNode } from "react";
import address from "virtual:page-script";
import * as button from "~/ui/button/button.css";
import * as icon from "~/ui/icon/icon.css";
import * as line from "~/ui/line/line-message.css";
import * as loading from "~/ui/loading/loading.css";
import { DATA_ID, HELD_ID, HYDRATED, LOOK, WITHOUT_REACT, type Look } from "./contract";

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

/** Hands Remix the page's data, which it would have been handed while the page came. */
const HAND_OVER = `window.__remixContext.streamController.enqueue(document.getElementById("${DATA_ID}").textContent);window.__remixContext.streamController.close();\n`;

/** Called, not rendered, for what it renders; its hooks are its caller's then. */
const remixScripts = Scripts as (props: object) => ReactNode;

/**
 * In the place of Remix's `Scripts`: the page's data (platform/http/page-data.server.ts) and its scripts as text that is
 * not run, and one small script that runs them when somebody needs them (start.ts). While developing, Remix's own.
 */
export function ScriptsOnIntent({ nonce }: { nonce: string | undefined }) {
  useEffect(tellOnceHydrated, []);
  const withoutReact = useMatches().some(({ handle }) => handle === WITHOUT_REACT);
  const rendered = remixScripts({ nonce });
  if (import.meta.env.DEV || rendered === null) return rendered;
  const parts = flat(rendered);
  const files = parts.filter((part): part is Preload => part.type === "link").map(({ props }) => props.href);
  const inline = parts.filter((part): part is Inline => part.type === "script");
  const held = inline.find(({ props }) => props.type === "module");
  const context = inline.find((script) => script !== held);
  if (!held || !context || inline.length > 2) throw new Error("Remix no longer renders its scripts as one module.");
  const code = [context, held].map(({ props }) => props.dangerouslySetInnerHTML.__html);
  return (
    <>
      <script type="text/plain" id={DATA_ID} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
      <script
        type="text/plain"
        id={HELD_ID}
        nonce={nonce}
        data-files={withoutReact ? "" : files.join(" ")}
        data-look={LOOK.map((name) => look[name]).join()}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: withoutReact ? "" : code.join(HAND_OVER) }}
      />
      <script src={address} async />
    </>
  );
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
