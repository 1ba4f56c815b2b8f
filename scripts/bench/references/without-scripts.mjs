// A running demo's pages without their scripts. The time a phone takes for them is the floor for ours.
import { createServer, request } from "node:http";
import { brotliCompress, constants } from "node:zlib";

const { PORT, OF } = process.env;
const SCRIPTS = /<script\b.*?<\/script>/gs;
/** As the shop compresses a page that it caches for everybody. The check of readiness wants no page and is not kept. */
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
const pages = new Map();

createServer((incoming, answer) => {
  const { host: _host, "accept-encoding": encodings, ...headers } = incoming.headers;
  const url = new URL(incoming.url, OF);
  const wantsPage = headers.accept?.includes("text/html");
  const key = `${incoming.url} ${headers.cookie}`;
  if (wantsPage && pages.has(key)) return send(pages.get(key));
  const encoding = wantsPage ? {} : { "accept-encoding": encodings };
  request(url, { method: incoming.method, headers: { ...headers, ...encoding, host: url.host } }, async (upstream) => {
    if (!wantsPage || !upstream.headers["content-type"]?.startsWith("text/html")) {
      answer.writeHead(upstream.statusCode, upstream.headers);
      upstream.pipe(answer);
      return;
    }
    const text = Buffer.concat(await upstream.toArray()).toString();
    brotliCompress(text.replaceAll(SCRIPTS, ""), BEST, (_, page) => {
      const { "transfer-encoding": _chunked, "content-length": _length, ...passedHeaders } = upstream.headers;
      const whole = { status: upstream.statusCode, headers: { ...passedHeaders, "content-encoding": "br" }, page };
      if (whole.status === 200) pages.set(key, whole);
      send(whole);
    });
  }).end();

  function send({ status, headers: answerHeaders, page }) {
    answer.writeHead(status, { ...answerHeaders, "content-length": page.length });
    answer.end(page);
  }
}).listen(Number(PORT), "127.0.0.1");
