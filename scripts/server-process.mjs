// The server's process, as scripts/serve.mjs starts it: waits to be told that the build is there. Who started it may end
// before; nothing keeps this one then.
import { once } from "node:events";
import module from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./prepare.mjs";

await once(process, "message");
process.disconnect();

// Where Node (22.8 and newer) keeps what it has compiled, so that the next start need not; in a folder that every build
// empties. Workers are told by their environment.
process.env.NODE_COMPILE_CACHE ??= path.join(root, "build/server/.compile-cache");
module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);

// Workers run what the process was started with.
process.argv[1] = path.join(root, "build/server.js");
await import(pathToFileURL(process.argv[1]).href);
