// Makes the shop do everything that takes memory at the same time.
import sharp from "sharp";
import { load } from "./load.mjs";

const PRODUCTS = "/api/v1/product/manage-product";
const ROWS = 5000;
/** The limit of one file. */
const MOST_ROWS = 10_000;
const LOOK_AGAIN_MS = 500;
/** The size of a phone's photograph, in pixels. */
const [WIDTH, HEIGHT] = [4000, 3000];
const MERCHANTS_WITH_PICTURES = 4;
const INVOICES_AT_ONCE = 4;
const LOG_INS_AT_ONCE = 4;
const UNAVAILABLE = 503;
const WRONG_PASSWORD = 401;

/** `orders` is the token of a merchant who has sold, `stall` belongs to a merchant who adds products. */
export async function everythingAsked({ server, stall, orders, pages, signedIn }, seconds) {
  const until = performance.now() + seconds * 1000;
  const doneCounts = { pictures: 0, imports: 0, exports: 0, invoices: 0, logIns: 0 };
  // A merchant may get a 503 when no memory is left, so these responses are counted.
  const refusedCounts = { pictures: 0, imports: 0, exports: 0, invoices: 0, logIns: 0 };
  const repeatUntilEnd = async (kind, work) => {
    while (performance.now() < until) {
      const outcomeCounts = await work().then(
        () => doneCounts,
        (error) => {
          if (error.cause !== UNAVAILABLE) throw error;
          return refusedCounts;
        },
      );
      outcomeCounts[kind] += 1;
    }
  };
  const side = (kind, count, work) => Promise.all(Array.from({ length: count }, () => repeatUntilEnd(kind, work)));
  const call = (token, method, path, body) => ask(server.address + path, { token, method, body });
  const urls = pages.map((page) => server.address + page);
  const reading = (headers) => load(urls, { headers, connections: 8, requests: Infinity, seconds });
  const picture = await photograph();
  const { data } = JSON.parse((await call(orders, "GET", "/api/v1/product/order/merchant?page=1")).toString());
  const ids = data.docs.map(({ _id }) => _id);
  let n = 0;
  const [visitors, readers] = await Promise.all([
    reading({}),
    reading(signedIn),
    side("pictures", MERCHANTS_WITH_PICTURES, () => {
      const form = new FormData();
      form.set("intendedFileName", "image");
      form.set("intendedFile[]", new File([picture], "market.jpg", { type: "image/jpeg" }));
      return call(stall.token, "POST", "/api/v1/file", form);
    }),
    side("imports", 1, async () => {
      const form = new FormData();
      form.set("file", new File([sheet(stall, (n += 1))], "products.csv", { type: "text/csv" }));
      const checkReport = JSON.parse((await call(stall.token, "POST", `${PRODUCTS}/import`, form)).toString());
      await call(stall.token, "POST", `${PRODUCTS}/import/${checkReport.data._id}/apply`);
    }),
    side("exports", 1, async () => {
      await call(stall.token, "GET", `${PRODUCTS}/export`);
      await call(orders, "GET", "/api/v1/product/order/merchant/export");
    }),
    side("invoices", INVOICES_AT_ONCE, () =>
      call(orders, "GET", `/api/v1/product/order/merchant/${ids[(n += 1) % ids.length]}/invoice`),
    ),
    side("logIns", LOG_INS_AT_ONCE, () => wrongPassword(server.address)),
  ]);
  const { pictures, imports, exports, invoices, logIns } = doneCounts;
  console.log(
    `at once: ${visitors.answered} pages of visitors, ${readers.answered} of people signed in, ${pictures} pictures, ` +
      `${imports} spreadsheets (${imports * ROWS} rows), ${exports} × 2 exports, ${invoices} invoices, ${logIns} passwords`,
  );
  console.log(`told to come again later: ${JSON.stringify(refusedCounts)}`);
  return { perSecond: visitors.perSecond + readers.perSecond };
}

/**
 * Imports `rows` rows as new products, in files as long as the limit allows, one after the other. Checks that each
 * import is complete, and reports it with `tell`.
 */
export async function rowsTakenOver({ server, stall }, rows, tell) {
  const call = async (method, path, body) =>
    JSON.parse((await ask(server.address + PRODUCTS + path, { token: stall.token, method, body })).toString()).data;
  for (let from = 0; from < rows; from += MOST_ROWS) {
    const form = new FormData();
    form.set("file", new File([sheet(stall, 1, Math.min(MOST_ROWS, rows - from), `MANY-${from}`)], "products.csv"));
    const { _id } = await call("POST", "/import", form);
    await call("POST", `/import/${_id}/apply`);
    let report = await call("GET", `/import/${_id}`);
    while (report.appliedAt === null) {
      if (report.problem) throw new Error(report.problem);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      report = await call("GET", `/import/${_id}`);
    }
    if (report.created !== Math.min(MOST_ROWS, rows - from)) throw new Error(JSON.stringify(report));
    tell(`${from + report.created} rows taken over`);
  }
}

/** Tries to log in to an unknown account, which takes as long and as much memory as to a known one. */
async function wrongPassword(address) {
  const body = JSON.stringify({ email: "nobody@example.com", password: "what nobody has" });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${address}/api/v1/user/login`, { method: "POST", headers, body });
  await answer.arrayBuffer();
  if (answer.status !== WRONG_PASSWORD) throw new Error(`The log-in answered ${answer.status}.`);
}

async function ask(url, { token, method, body }) {
  const answer = await fetch(url, { method, headers: { authorization: `Bearer ${token}` }, ...(body && { body }) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const snippet = bytes.toString("utf8", 0, 300);
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${snippet}`, { cause: answer.status });
  return bytes;
}

/** Returns a picture with noise, so that it has as many bytes as a phone's. */
function photograph() {
  const noise = { type: /** @type {const} */ ("gaussian"), mean: 128, sigma: 20 };
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#567", noise } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Returns a file with the same SKUs but another price for each `n`: the first creates products, others change them. */
function sheet({ category }, n, rows = ROWS, sku = "NEW") {
  const lines = Array.from(
    { length: rows },
    (_, row) =>
      `${sku}-${row},Early Hillside Apples number ${row},"Picked in the morning and packed by noon. Keeps for a week in a cool, dark place; best within three days.",${3 + (n % 5)}.50,${row % 90},${category},"fresh, market",Size: Large | Bundle: 4 pieces,2900000000017,1.2`,
  );
  return ["SKU,Title,Description,Price,Quantity,Product category,Tags,Variations,Barcode,Weight", ...lines].join("\n");
}
