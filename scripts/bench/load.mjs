// A small load: a number of connections, each of which sends its next request as soon as a response came.
import { Agent, get } from "node:http";

/**
 * Sends one request; returns how long it took in milliseconds, and the response. The body stays compressed, as a
 * browser receives it.
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

/** Requests `urls` in turn until `requests` were sent or `seconds` have passed. Throws at any response but 200. */
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
