import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { WAIT_MS } from "../../../scripts/gate/patience.mjs";

/** Tall enough for a whole page on one screen. */
const [COLUMNS, ROWS] = [110, 900];
const LOOK_EVERY_MS = 40;
const LOOKS = 3;

/** Whether a program is installed on this machine. */
export function isInstalled(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

/** A program in its own terminal, which tmux provides: reads its screen and presses keys. */
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
    // A program loses keys if it gets too many at once.
    for (let n = 0; n < keys.length; n += 20) this.#tmux(["send-keys", ...keys.slice(n, n + 20)]);
  }

  type(text: string): void {
    this.#tmux(["send-keys", "-l", "--", text]);
  }

  /** Waits until the screen has these words, and returns it. */
  async see(words: RegExp): Promise<string> {
    const patience = AbortSignal.timeout(WAIT_MS);
    for (;;) {
      const screen = this.screen();
      if (words.test(screen)) return screen;
      if (patience.aborted)
        throw new Error(`${String(words)} is not on the screen:\n${screen.replace(/\s*\n\s*/g, "\n")}`);
      await pause(100);
    }
  }

  /** Waits until the program has processed its keys: the screen is unchanged and the program sleeps, several times. */
  async settled(): Promise<void> {
    const patience = AbortSignal.timeout(WAIT_MS);
    let before = "";
    for (let looks = 0; looks < LOOKS && !patience.aborted;) {
      await pause(LOOK_EVERY_MS);
      const screen = this.screen();
      looks = screen === before && this.#sleeps() ? looks + 1 : 0;
      before = screen;
    }
  }

  /** Whether the program and its children are all asleep. lynx leaves zombies behind, which count as asleep. */
  #sleeps(): boolean {
    const pane = this.#tmux(["display-message", "-p", "#{pane_pid}"]).trim();
    const children = readFileSync(`/proc/${pane}/task/${pane}/children`, "utf8").split(" ").filter(Boolean);
    return [pane, ...children].every((pid) => !/^State:\s+[RD]/m.test(statusOf(pid)));
  }

  close(): void {
    spawnSync("tmux", ["-S", this.#socket, "kill-server"]);
    rmSync(this.home, { recursive: true, force: true });
  }

  #tmux(args: string[], env: NodeJS.ProcessEnv = process.env): string {
    return execFileSync("tmux", ["-S", this.#socket, ...args], { encoding: "utf8", env });
  }
}

/** Returns the system's status of a process. A process that is gone counts as asleep. */
function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "State:\tS";
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
