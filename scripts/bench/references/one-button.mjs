// The smallest page with a button. A phone needs as long for it as this machine takes to begin with any page.
import { createServer } from "node:http";

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>One button</title>
<main><h1>One button</h1><form method="post"><button>Press</button></form></main>
</html>
`;
const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Length": Buffer.byteLength(page) };

createServer((_, response) => response.writeHead(200, headers).end(page)).listen(Number(process.env.PORT), "127.0.0.1");
