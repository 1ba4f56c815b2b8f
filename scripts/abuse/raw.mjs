// Bytes as they are, over sockets to this machine.
import { connect } from "node:net";

/**
 * Sends text and returns the response when it is complete, the connection has ended or `milliseconds` have passed. With
 * `open` it keeps the connection open although a response is complete. `drip` sends one more byte every so many
 * milliseconds.
 */
export function send({ port }, text, { milliseconds = 10_000, open = false, drip } = {}) {
  return new Promise((resolve) => {
    let [bytes, head, timer] = [0, "", undefined];
    const began = performance.now();
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(text);
      if (drip) timer = setInterval(() => socket.write("x"), drip);
    });
    const patience = setTimeout(() => end(false), milliseconds);
    const end = (dropped) => {
      clearTimeout(patience);
      clearInterval(timer);
      socket.destroy();
      resolve({
        status: Number(head.split(" ")[1]) || 0,
        head,
        bytes,
        dropped,
        milliseconds: performance.now() - began,
      });
    };
    socket.on("data", (chunk) => {
      bytes += chunk.length;
      if (head.length < 20_000) head += chunk.toString("latin1");
      if (!open && bodyLength(head) !== undefined && bytes >= bodyLength(head)) end(false);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => end(true));
  });
}

/** Returns the bytes of a response with its headers; undefined if the response gives no length. */
function bodyLength(head) {
  const end = head.indexOf("\r\n\r\n");
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return end < 0 || length === undefined ? undefined : end + 4 + Number(length);
}

export const get = (path, headers = {}) => `GET ${path} HTTP/1.1\r\n${lines(headers)}Connection: close\r\n\r\n`;

export const post = (path, body, headers = {}, length = Buffer.byteLength(body)) =>
  `POST ${path} HTTP/1.1\r\n${lines({ "Content-Type": "application/x-www-form-urlencoded", ...headers })}Content-Length: ${length}\r\n\r\n${body}`;

const lines = (headers) =>
  Object.entries({ Host: "127.0.0.1", ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
