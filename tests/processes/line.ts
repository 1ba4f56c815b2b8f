import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A line between a program and a server, that can be cut, deaf or slow. */
export interface Line {
  port: number;
  /** Both ends hear at once that it is gone, and so does whoever calls, until it is mended. */
  cut(): void;
  /** Takes connections and bytes, and passes nothing on in either direction, as when a machine hangs. */
  fallSilent(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function lineTo(port: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let state: "good" | "cut" | "silent" = "good";
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (state === "cut") return void near.destroy();
    const far = connect(port, "127.0.0.1");
    keep(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("data", (bytes) => state === "good" && to.write(bytes));
      from.on("close", () => to.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = "cut";
      drop();
    },
    fallSilent() {
      state = "silent";
    },
    mend() {
      state = "good";
    },
    async close() {
      server.close();
      drop();
      await once(server, "close");
    },
  };
}
