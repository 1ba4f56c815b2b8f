// A running demo's pages as they would be without a line of script: what a phone takes for these is the floor for ours.
import { createServer, request } from "node:http";
import { brotliCompress, constants } from "node:zlib";

const { PORT, OF } = process.env;
const SCRIPTS = /<script\b.*?<\/script>/gs;
/** As the shop compresses a page that it keeps for everybody; what readiness is asked by is no page, and not kept. */
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
const pages = new Map();

createServer((asked, answer) => {
  const { host: _host, "accept-encoding": encodings, ...headers } = asked.headers;
  const url = new URL(asked.url, OF);
  const wantsPage = headers.accept?.includes("text/html");
  const key = `${asked.url} ${headers.cookie}`;
  if (wantsPage && pages.has(key)) return send(pages.get(key));
  const encoding = wantsPage ? {} : { "accept-encoding": encodings };
  request(url, { method: asked.method, headers: { ...headers, ...encoding, host: url.host } }, async (theirs) => {
    if (!wantsPage || !theirs.headers["content-type"]?.startsWith("text/html")) {
      answer.writeHead(theirs.statusCode, theirs.headers);
      theirs.pipe(answer);
      return;
    }
    const text = Buffer.concat(await theirs.toArray()).toString();
    brotliCompress(text.replaceAll(SCRIPTS, ""), BEST, (_, page) => {
      const { "transfer-encoding": _chunked, "content-length": _length, ...kept } = theirs.headers;
      const whole = { status: theirs.statusCode, headers: { ...kept, "content-encoding": "br" }, page };
      if (whole.status === 200) pages.set(key, whole);
      send(whole);
    });
  }).end();

  function send({ status, headers: told, page }) {
    answer.writeHead(status, { ...told, "content-length": page.length });
    answer.end(page);
  }
}).listen(Number(PORT), "127.0.0.1");
