// Sends a form with files as fast as the server takes it, and counts the bytes that lie on the disk.
import { readdirSync, statSync } from "node:fs";
import { connect } from "node:net";

const MEGABYTE = 1024 * 1024;

/** Posts `files` files of `megabytes` MB each until a response arrives, and returns the response. */
export function postFiles({ port }, path, { files, megabytes }) {
  const heading = (n) => `--b\r\nContent-Disposition: form-data; name="photos"; filename="${n}.png"\r\n\r\n`;
  const end = "--b--\r\n";
  const length = files * (heading(0).length + megabytes * MEGABYTE + 2) + end.length;
  return new Promise((resolve, reject) => {
    let [head, bytes] = ["", 0];
    const socket = connect(port, "127.0.0.1");
    socket.setTimeout(120_000, () => socket.destroy(new Error("The server stopped reading.")));
    socket.on("data", (chunk) => {
      bytes += chunk.length;
      head += chunk.toString("latin1").slice(0, 20_000);
    });
    // The connection may end while more is on its way. The response that came before it counts.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve({ status: Number(head.split(" ")[1]) || 0, head, bytes, dropped: true }));
    let resume = () => undefined;
    socket.on("drain", () => resume());
    socket.on("close", () => resume());
    const write = (data) =>
      socket.write(data) || socket.destroyed ? undefined : new Promise((resolve) => (resume = resolve));
    (async () => {
      await write(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=b\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`,
      );
      const piece = Buffer.alloc(MEGABYTE, "x");
      for (let n = 0; n < files && head === ""; n += 1) {
        await write(heading(n));
        for (let megabyte = 0; megabyte < megabytes && head === ""; megabyte += 1) await write(piece);
        await write("\r\n");
      }
      if (head === "") await write(end);
    })().catch(reject);
  });
}

/** Bytes of all files below a folder. */
export function bytesBelow(folder) {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = statSync(`${folder}/${name}`, { throwIfNoEntry: false });
    if (file?.isFile()) bytes += file.size;
  }
  return bytes;
}
