import type { LoaderFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { sessionOf } from "~/session/session.server";

const PAGES = ["/", "/products", "/about", "/contact", "/faqs", "/terms", "/privacy", "/developers", "/signup"];
const XML = { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" };

/* The public addresses, for search engines. An index, if one list would be too long. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const { publicUrl } = session.config;
  const pageNumber = new URL(args.request.url).searchParams.get("page");
  const page = /^[1-9]\d{0,4}$/.test(pageNumber ?? "") ? (pageNumber as string) : "1";
  const { data } = await read(session.api().product.sitemap.$get({ query: { page } }));
  if (pageNumber === null && data.hasNextPage) return index(data.pages, publicUrl);
  const products = data.docs.map(
    ({ _id, updatedAt }) =>
      `<url><loc>${publicUrl}/products/${_id}</loc><lastmod>${updatedAt.slice(0, 10)}</lastmod></url>`,
  );
  const { data: stalls } = await read(session.api().stall.$get({ query: { page } }));
  const stallPages = stalls.docs.map(({ _id }) => `<url><loc>${publicUrl}/stalls/${_id}</loc></url>`);
  const pages = page === "1" ? PAGES.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`) : [];
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[...pages, ...stallPages, ...products].join("\n")}\n</urlset>\n`,
    { headers: XML },
  );
}

function index(pages: number, publicUrl: string) {
  const lists = Array.from(
    { length: pages },
    (_, n) => `<sitemap><loc>${publicUrl}/sitemap.xml?page=${n + 1}</loc></sitemap>`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lists.join("\n")}\n</sitemapindex>\n`,
    { headers: XML },
  );
}
