import type { LoaderFunctionArgs } from "@remix-run/node";
import { sessionOf } from "~/session/session.server";

const PRIVATE = [
  "/api/",
  "/customer",
  "/merchant",
  "/operator",
  "/checkout",
  "/pay/",
  "/shopping_cart",
  "/wishlist",
  "/login",
  "/signup",
  "/reset_password",
  "/sessions",
  "/outbox",
  "/lists",
];

/* Addresses that search engines may read. */
export async function loader(args: LoaderFunctionArgs) {
  const { config } = await sessionOf(args);
  const lines = [
    "User-agent: *",
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${config.publicUrl}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
