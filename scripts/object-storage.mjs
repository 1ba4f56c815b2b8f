// `npm run object-storage`: runs the tests of files against a real storage that speaks S3's protocol and checks every
// signature: OpenStack Swift from Debian (apt install swift-proxy swift-account swift-container swift-object), in one
// folder of this machine. It needs root, because Swift reads /etc/swift. It ends the servers that it started.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./prepare.mjs";

const TESTS = ["file-store", "features/media/files", "features/media/pictures", "features/media/resumable"];
const PORTS = { proxy: 4831, account: 4832, container: 4833, object: 4834 };
const KEYS = { accessKeyId: "shop:shop", secretAccessKey: "a-secret-of-swift" };
/** Leaves out a test with its own clock and one with a hundred uploads. Against the fake they run with all others. */
const BUT = "^(?!.*(is swept a day after|sends without end))";
const folder = mkdtempSync(path.join(tmpdir(), "fieldstall-swift-"));
const children = [];

/** Starts one server of Swift. `sections` is the part of its configuration that belongs to it alone. */
function server(kind, pipeline, sections) {
  const file = path.join(folder, `${kind}.conf`);
  writeFileSync(
    file,
    `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${PORTS[kind]}
workers = 0
user = root
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
log_level = ERROR
[pipeline:main]
pipeline = ${pipeline}
${sections}`,
  );
  children.push(spawn(`/usr/bin/swift-${kind}-server`, [file], { stdio: ["ignore", "ignore", "inherit"] }));
}

async function listens(port) {
  for (let n = 0; n < 200; n += 1) {
    const open = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Swift does not listen on ${port}.`);
}

try {
  for (const kind of ["account", "container", "object"]) {
    mkdirSync(path.join(folder, "devices/one"), { recursive: true });
    const builder = (...args) =>
      execFileSync("/usr/bin/swift-ring-builder", [path.join(folder, `${kind}.builder`), ...args], { stdio: "ignore" });
    builder("create", "4", "1", "0");
    builder("add", `r1z1-127.0.0.1:${PORTS[kind]}/one`, "1");
    builder("rebalance");
    server(kind, `${kind}-server`, `[app:${kind}-server]\nuse = egg:swift#${kind}\n`);
  }
  server(
    "proxy",
    "catch_errors cache listing_formats bulk s3api tempauth slo dlo proxy-server",
    `[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_shop_shop = ${KEYS.secretAccessKey} .admin
`,
  );
  for (const port of Object.values(PORTS)) await listens(port);
  const config = { bucket: "none", region: "us-east-1", endpoint: `http://127.0.0.1:${PORTS.proxy}`, keys: KEYS };
  const env = { ...process.env, OBJECT_STORAGE: JSON.stringify(config), DATABASES: "sqlite" };
  const tests = spawn("npx", ["vitest", "run", "--maxWorkers=1", "-t", BUT, ...TESTS], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  process.exitCode = await new Promise((resolve) => tests.on("exit", (status) => resolve(status ?? 1)));
} finally {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}
