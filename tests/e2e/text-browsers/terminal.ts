import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** So tall that a whole page stands on one screen. */
const [COLUMNS, ROWS] = [110, 900];
const PATIENCE_MS = 20_000;

/** Whether a program can be called here. */
export function isInstalled(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

/** A program in a terminal of its own: what stands on its screen, and keys that are pressed. Kept by tmux. */
export class Terminal {
  readonly home = mkdtempSync(path.join(tmpdir(), "fieldstall-terminal-"));
  readonly #socket = path.join(this.home, "tmux");

  constructor(command: string) {
    const size = ["-x", String(COLUMNS), "-y", String(ROWS)];
    this.#tmux(["-f", "/dev/null", "new-session", "-d", ...size, command], {
      ...process.env,
      HOME: this.home,
      TERM: "xterm",
      LANG: "C.UTF-8",
    });
  }

  screen(): string {
    return this.#tmux(["capture-pane", "-p", "-J"]);
  }

  /** Presses keys by their names, such as `Enter`. */
  press(...keys: string[]): void {
    // A program that is asked for too much at once loses some of it.
    for (let n = 0; n < keys.length; n += 20) this.#tmux(["send-keys", ...keys.slice(n, n + 20)]);
  }

  type(text: string): void {
    this.#tmux(["send-keys", "-l", "--", text]);
  }

  /** The screen, once it has these words. */
  async see(words: RegExp): Promise<string> {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const screen = this.screen();
      if (words.test(screen)) return screen;
      if (Date.now() > until)
        throw new Error(`${String(words)} is not on the screen:\n${screen.replace(/\s*\n\s*/g, "\n")}`);
      await pause(100);
    }
  }

  close(): void {
    spawnSync("tmux", ["-S", this.#socket, "kill-server"]);
    rmSync(this.home, { recursive: true, force: true });
  }

  #tmux(args: string[], env: NodeJS.ProcessEnv = process.env): string {
    return execFileSync("tmux", ["-S", this.#socket, ...args], { encoding: "utf8", env });
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
