// A small load: so many connections, each asking again as soon as it was answered.
import { Agent, get } from "node:http";

/**
 * Asks once; answers how long it took in milliseconds, and what came. The body stays compressed, as a browser gets
 * it.
 */
export function ask(url, { agent, headers } = {}) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { "accept-encoding": "br", ...headers } }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () =>
        resolve({
          milliseconds: performance.now() - began,
          status: answer.statusCode,
          headers: answer.headers,
          body: Buffer.concat(parts),
        }),
      );
      answer.on("error", reject);
    }).on("error", reject);
  });
}

/** Asks for `urls` in turn until `requests` were answered or `seconds` have passed. Any answer but 200 is an error. */
export async function load(urls, { headers = {}, connections, requests, seconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const took = [];
  let startedCount = 0;
  const start = performance.now();
  const one = async () => {
    while (startedCount < requests && performance.now() - start < seconds * 1000) {
      const url = urls[startedCount % urls.length];
      startedCount += 1;
      const answer = await ask(url, { agent, headers });
      if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
      took.push(answer.milliseconds);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  const elapsedSeconds = (performance.now() - start) / 1000;
  agent.destroy();
  took.sort((a, b) => a - b);
  return {
    answered: took.length,
    perSecond: took.length / elapsedSeconds,
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
  };
}

/** The value below which a `share` of the sorted list lies. */
export function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
