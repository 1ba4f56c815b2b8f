// The server's process, which scripts/serve.mjs starts. It waits for the message that the build is there. If its parent
// ends before that, this process ends too.
import { once } from "node:events";
import module from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./prepare.mjs";

await once(process, "message");
process.disconnect();

// Node (22.8 and newer) keeps its compiled code in this folder, so that the next start is faster. Every build empties
// the folder. Workers find it by the environment variable.
process.env.NODE_COMPILE_CACHE ??= path.join(root, "build/server/.compile-cache");
module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);

// Workers run the script that the process was started with.
process.argv[1] = path.join(root, "build/server.js");
await import(pathToFileURL(process.argv[1]).href);
