// The speed of Remix with almost nothing to do: a page of ten cards, rendered each time, and the same cards as JSON.
import { createServer } from "node:http";
import { createRequestHandler } from "@remix-run/node";
import { Link, Links, Meta, Outlet, RemixServer, Scripts, useLoaderData } from "@remix-run/react";
import { createElement as h } from "react";
import { renderToString } from "react-dom/server";

const cards = Array.from({ length: 10 }, (_, n) => ({
  id: String(n).padStart(24, "0"),
  title: `Heirloom Hillside Tomatoes number ${n}, 500 g`,
  price: 3.5 + n,
}));

const Root = () =>
  h(
    "html",
    { lang: "en" },
    h("head", null, h(Meta), h(Links)),
    h("body", null, h("header", null, h(Link, { to: "/" }, "Shop")), h(Outlet), h(Scripts)),
  );

function Cards() {
  return h(
    "ul",
    null,
    useLoaderData().cards.map(({ id, title, price }) =>
      h(
        "li",
        { key: id },
        h("img", { src: `/media/${id}/320.webp`, alt: "", width: 320, height: 320 }),
        h("h3", null, h(Link, { to: `/products/${id}` }, title)),
        h("p", null, `$${price.toFixed(2)}`),
        h("form", { method: "post" }, h("input", { type: "hidden", name: "id", value: id }), h("button", null, "Add")),
      ),
    ),
  );
}

const route = (id, rest, module) => ({ id, parentId: "root", ...rest, module });
const routes = {
  root: { id: "root", path: "", module: { default: Root } },
  cards: route("cards", { index: true }, { default: Cards, loader: () => ({ cards }) }),
  call: route("call", { path: "call" }, { loader: () => Response.json({ data: cards }) }),
};
const routeEntries = Object.values(routes).map(({ module, ...rest }) => [
  rest.id,
  { ...rest, module: `/assets/${rest.id}.js`, hasLoader: "loader" in module, imports: [], css: [] },
]);
const handle = createRequestHandler(
  {
    routes,
    entry: {
      module: {
        default: (request, status, headers, context) => {
          headers.set("Content-Type", "text/html");
          const html = renderToString(h(RemixServer, { context, url: request.url }));
          return new Response(`<!doctype html>${html}`, { status, headers });
        },
      },
    },
    assets: {
      version: "1",
      url: "/assets/m.js",
      entry: { module: "/assets/e.js", imports: [] },
      routes: Object.fromEntries(routeEntries),
    },
    publicPath: "/",
    assetsBuildDirectory: "",
    basename: "/",
    isSpaMode: false,
    future: { v3_fetcherPersist: true, v3_relativeSplatPath: true, v3_throwAbortReason: true },
  },
  "production",
);

createServer((request, response) => {
  handle(new Request(`http://127.0.0.1${request.url}`)).then(async (answer) => {
    const body = Buffer.from(await answer.arrayBuffer());
    response
      .writeHead(answer.status, { ...Object.fromEntries(answer.headers), "Content-Length": body.length })
      .end(body);
  });
}).listen(Number(process.env.PORT), "127.0.0.1");
