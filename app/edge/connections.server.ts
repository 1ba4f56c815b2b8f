import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Config } from "~/platform/config.server";
import { addressKey } from "~/edge/http/client-address";

/** A mobile network puts many phones behind one address. */
export const CONNECTIONS = { inAll: 4000, perAddress: 256, requestsAtOnce: 8 };

const SECONDS = 1000;

/** Options of Node's server: how long a request may take, and how large its headers may be. */
export const SERVER_OPTIONS: ServerOptions = {
  // The longest upload; bodies that hardly come are dropped long before.
  requestTimeout: 1800 * SECONDS,
  headersTimeout: 10 * SECONDS,
  connectionsCheckingInterval: 2 * SECONDS,
  keepAliveTimeout: 65 * SECONDS,
  maxHeaderSize: 16 * 1024,
};

/** Bounds the connections of a server, and hands on the requests of those that may ask. */
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
 * Bounds the connections of a server, in all and of each address, and the requests that one connection asks for before
 * the first is answered: browsers wait for each answer. When there are as many as may be, the one that has asked nothing
 * for longest makes room: who holds thousands open and silent keeps nobody out. `perAddress` is left out where every
 * connection comes from a proxy of ours. Answers whether a request may go on; for one that may not, the connection is gone.
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

  /** Whether its address may have one more; counts it then, until it closes. */
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
    // Node still hands on, one by one, the requests that it read together with the one too many.
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
 * Two thousand requests fit into what is read at once, and Node's parser would go on through all of them on a connection
 * that is gone. It has no documented way to be told; where this one goes, they are turned away one by one.
 */
function ignoreRest(socket: Socket): void {
  const { parser } = socket as Socket & { parser?: { onIncoming?: (() => number) | null } };
  if (parser?.onIncoming) parser.onIncoming = () => 0;
}
