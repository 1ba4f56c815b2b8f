import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";

/* The web app manifest, with which a phone adds the shop to its home screen. scripts/draw-icons.mjs makes the icons. */
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
    // The colours `paper` and `leaf` of styles/tokens.css.ts.
    background_color: "#FBFAF5",
    theme_color: "#1E7A3C",
    icons: [icon("icon", 192, "any"), icon("icon", 512, "any"), icon("maskable", 512, "maskable")],
  };
  return Response.json(manifest, {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
