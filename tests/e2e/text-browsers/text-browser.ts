import { Terminal } from "./terminal";

/** A text browser, as a person at a keyboard uses it. */
export interface TextBrowser {
  /** Waits until the screen has these words, and returns it. */
  see(words: RegExp): Promise<string>;
  /** Replaces the content of the field that follows the first `label` after `behind`. */
  fill(label: string, value: string, behind?: string): Promise<void>;
  /** Chooses from the list that follows the `label`. */
  choose(label: string, option: string): Promise<void>;
  /** Follows the first link, or presses the first button, with these words after `behind`. */
  follow(words: string, behind?: string): Promise<void>;
  close(): void;
}

/** A text browser that can also open an address, and press the radio button before a text. */
export interface AddressBrowser extends TextBrowser {
  pick(label: string, behind: string): Promise<void>;
  open(address: string): Promise<void>;
}

export function w3m(address: string): AddressBrowser {
  const terminal = new Terminal(`w3m -cookie -o accept_cookie=1 -no-mouse ${address}`);
  /** Answers the prompt in the last line of the screen, once it is there. */
  const answer = async (prompt: RegExp, text: string) => {
    await terminal.see(prompt);
    terminal.press("C-u");
    terminal.type(text);
    terminal.press("Enter");
    await terminal.settled();
  };
  const find = (words: string) => {
    terminal.type("/");
    // The words of the search before stay on the screen until this prompt is there.
    return answer(/^Forward: *$/m, words);
  };
  const from = async (...places: string[]) => {
    terminal.press("g");
    await terminal.settled();
    for (const words of places) await find(words);
  };
  return {
    see: (words) => terminal.see(words),
    async fill(label, value, behind) {
      await from(...(behind ? [behind, label] : [label]));
      // Moves to the field and enters its line.
      terminal.press("Tab", "Enter");
      await answer(/^(?:TEXT|Password):/m, value);
    },
    async choose(label, option) {
      await from(label);
      terminal.press("Tab", "Enter");
      await terminal.settled();
      await find(option);
      terminal.press("Enter");
      await terminal.settled();
    },
    async follow(words, behind) {
      await from(...(behind ? [behind, words] : [words]));
      terminal.press("Enter");
      await terminal.settled();
    },
    async open(page) {
      terminal.press("U");
      await answer(/^Goto URL: /m, page);
    },
    async pick(label, behind) {
      await from(behind, label);
      // Moves back to the last control before these words.
      terminal.press("Escape", "Tab");
      await terminal.settled();
      terminal.press("Enter");
      await terminal.settled();
    },
    close: () => terminal.close(),
  };
}
