// The speed of Node alone: one page of 30 KB from memory, whatever is asked for.
import { createServer } from "node:http";

const page = Buffer.alloc(30 * 1024, "Fresh from the people who grew it. ");
const headers = ["Content-Type", "text/html; charset=utf-8", "Content-Length", String(page.length)];

createServer((_, response) => response.writeHead(200, headers).end(page)).listen(Number(process.env.PORT), "127.0.0.1");
