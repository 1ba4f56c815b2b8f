import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { addressKey } from "./client-address";

/** A mobile network puts many phones behind one address. */
export const CONNECTIONS = { inAll: 4000, perAddress: 256, requestsAtOnce: 8 };

/**
 * Bounds the connections of a server, in all and of each address, and the requests that one connection asks for before
 * the first is answered: browsers wait for each answer. `perAddress` is left out where every connection comes from a
 * proxy of ours. Answers whether a request may go on; for one that may not, the connection is gone.
 */
export function boundConnections(
  server: Server,
  { inAll, perAddress, requestsAtOnce }: { inAll: number; perAddress: number | null; requestsAtOnce: number },
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const open = new Map<string, number>();
  const asked = new WeakMap<Socket, number>();
  server.maxConnections = inAll;
  server.on("connection", (socket: Socket) => {
    if (perAddress === null) return;
    const key = addressKey(socket.remoteAddress);
    const count = (open.get(key) ?? 0) + 1;
    if (count > perAddress) return void socket.destroy();
    open.set(key, count);
    socket.once("close", () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    });
  });
  return ({ socket }, response) => {
    // What was read together with the request too many is still handed on, one by one.
    if (socket.destroyed) return false;
    const count = (asked.get(socket) ?? 0) + 1;
    if (count > requestsAtOnce) {
      socket.destroy();
      ignoreRest(socket);
      return false;
    }
    asked.set(socket, count);
    response.once("close", () => asked.set(socket, (asked.get(socket) ?? 1) - 1));
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
