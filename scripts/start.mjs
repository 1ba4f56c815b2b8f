// `npm start`: from a fresh clone to a running demo in one command. A second start is quick.
import { spawn } from "node:child_process";
import path from "node:path";
import { build, install, root } from "./prepare.mjs";

install();
build();

// The demo is what somebody wants who types `npm start`; DEMO=0 starts the plain product.
const env = { NODE_ENV: "production", DEMO: "1", LOG_LEVEL: "warn", ...process.env };
const server = spawn(process.execPath, ["--enable-source-maps", path.join(root, "build/server.js")], { cwd: root, stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 1));
