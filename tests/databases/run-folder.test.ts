import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { openRunFolder, socketIn } from "./run-folder.mjs";

test("a run goes on when another one looks whether it is alive and hangs up", async () => {
  const run = await openRunFolder((connection) => void connection.end("at work ".repeat(100_000)));
  for (let looks = 0; looks < 5; looks += 1) {
    const look = connect(socketIn(run.folder));
    await new Promise((resolve) => look.once("connect", resolve));
    await wait(20);
    look.destroy();
  }
  await wait(100);
  expect(await text(connect(socketIn(run.folder)))).toContain("at work");
  run.close();
});
