import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Config } from "~/platform/config.server";
import { addressKey } from "~/edge/http/client-address";

/** A mobile network puts many phones behind one address. */
export const CONNECTIONS = { inAll: 4000, perAddress: 256, requestsAtOnce: 8 };

const SECONDS = 1000;

/** Options of Node's server: how long a request may take, and how large its headers may be. */
export const SERVER_OPTIONS: ServerOptions = {
  // For the longest upload. A body that arrives too slowly is dropped long before.
  requestTimeout: 1800 * SECONDS,
  headersTimeout: 10 * SECONDS,
  connectionsCheckingInterval: 2 * SECONDS,
  keepAliveTimeout: 65 * SECONDS,
  maxHeaderSize: 16 * 1024,
};

/** Limits the connections of a server, and passes on the requests that are allowed. */
export function connections(
  server: Server,
  { limits, trustProxy }: Pick<Config, "limits" | "trustProxy">,
  answer: RequestListener,
): RequestListener {
  // Behind a proxy of ours every connection is the proxy's.
  const isCounted = limits && trustProxy === 0;
  const admit = boundConnections(server, {
    ...CONNECTIONS,
    perAddress: isCounted ? CONNECTIONS.perAddress : null,
  });
  return (request, response) => {
    if (admit(request, response)) answer(request, response);
  };
}

/**
 * Limits the connections of a server, in total and per address, and the requests that one connection sends before the
 * first is answered: browsers wait for each answer. At the total limit the connection that has been idle longest is
 * closed, so thousands of open, silent connections keep nobody out. `perAddress` is null where every connection comes
 * from a proxy of ours. The result tells whether a request may go on; if not, its connection is closed.
 */
export function boundConnections(
  server: Server,
  { inAll, perAddress, requestsAtOnce }: { inAll: number; perAddress: number | null; requestsAtOnce: number },
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const open = new Map<string, number>();
  const requestCounts = new WeakMap<Socket, number>();
  /** Sockets without a request, the one that has been idle longest first. */
  const idle = new Set<Socket>();
  let all = 0;
  server.on("connection", (socket: Socket) => {
    if (!ofItsAddress(socket)) return void socket.destroy();
    if (all >= inAll) {
      const [longest] = idle;
      if (!longest) return void socket.destroy();
      idle.delete(longest);
      longest.destroy();
    }
    all += 1;
    idle.add(socket);
    socket.once("close", () => {
      all -= 1;
      idle.delete(socket);
    });
  });

  /** Whether the socket's address may have one more connection. If so, counts it until it closes. */
  function ofItsAddress(socket: Socket): boolean {
    if (perAddress === null) return true;
    const key = addressKey(socket.remoteAddress);
    const count = (open.get(key) ?? 0) + 1;
    if (count > perAddress) return false;
    open.set(key, count);
    socket.once("close", () => {
      const openCount = (open.get(key) ?? 1) - 1;
      if (openCount === 0) open.delete(key);
      else open.set(key, openCount);
    });
    return true;
  }

  return ({ socket }, response) => {
    // Node still passes on, one by one, the requests that it read together with the one beyond the limit.
    if (socket.destroyed) return false;
    const count = (requestCounts.get(socket) ?? 0) + 1;
    if (count > requestsAtOnce) {
      socket.destroy();
      ignoreRest(socket);
      return false;
    }
    requestCounts.set(socket, count);
    idle.delete(socket);
    response.once("close", () => {
      const requestCount = (requestCounts.get(socket) ?? 1) - 1;
      requestCounts.set(socket, requestCount);
      if (requestCount === 0 && !socket.destroyed) idle.add(socket);
    });
    return true;
  };
}

/**
 * Stops the parser of a closed connection. One read may hold two thousand requests, and Node would go through all of
 * them. Node has no documented way to do this; if this one disappears, the requests are refused one by one.
 */
function ignoreRest(socket: Socket): void {
  const { parser } = socket as Socket & { parser?: { onIncoming?: (() => number) | null } };
  if (parser?.onIncoming) parser.onIncoming = () => 0;
}
