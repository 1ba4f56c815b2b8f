import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { addressKey } from "./client-address";

/** A mobile network puts many phones behind one address. */
export const CONNECTIONS = { inAll: 4000, perAddress: 256, requestsAtOnce: 8 };

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
  const asked = new WeakMap<Socket, number>();
  /** Those with no request under way, whoever has had none for longest first. */
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
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    });
    return true;
  }

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
    idle.delete(socket);
    response.once("close", () => {
      const left = (asked.get(socket) ?? 1) - 1;
      asked.set(socket, left);
      if (left === 0 && !socket.destroyed) idle.add(socket);
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
