import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";

/* The facts by which a phone keeps the shop on its home screen. The icons come from scripts/draw-icons.mjs. */
export async function loader(args: LoaderFunctionArgs) {
  const { config } = await sessionOf(args);
  const { name } = config.market;
  const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
    src: `/icons/${file}-${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  const manifest = {
    id: "/",
    name,
    short_name: name,
    lang: "en",
    start_url: "/",
    scope: "/",
    display: "standalone",
    // Paper and leaf, as in styles/tokens.css.ts.
    background_color: "#FBFAF5",
    theme_color: "#1E7A3C",
    icons: [icon("icon", 192, "any"), icon("icon", 512, "any"), icon("maskable", 512, "maskable")],
  };
  return Response.json(manifest, {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
