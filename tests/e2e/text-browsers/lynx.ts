import { Terminal } from "./terminal";
import type { TextBrowser } from "./text-browser";

/** Links, fields and buttons have numbers. A field takes keys only after Enter, so a typed number always moves on. */
const SETTINGS = "keypad_mode=LINKS_AND_FORM_FIELDS_ARE_NUMBERED";

export function lynx(address: string): TextBrowser {
  const terminal = new Terminal(
    `echo ${SETTINGS} > ~/.lynxrc; exec lynx -accept_all_cookies -tna -nopause -nocolor ${address}`,
  );
  const keys = async (...names: string[]) => {
    for (const name of names) {
      terminal.press(name);
      await terminal.settled();
    }
  };
  const type = async (text: string) => {
    terminal.type(text);
    await terminal.settled();
  };
  /** Waits for the first link, field or button with this label after some words, and returns its number. */
  const numberOf = async (label: string, behind = "") => {
    const first = new RegExp(`${spoken(behind)}[^]*?\\[(\\d+)\\]${label}`);
    return first.exec(await terminal.see(first))![1]!;
  };
  const goTo = async (number: string) => {
    await type(number);
    await type("g");
    await keys("Enter");
  };
  return {
    see: (words) => terminal.see(words),
    async fill(label, value) {
      await goTo(await numberOf("", label));
      // Enters the field, types, and leaves it.
      await keys("Enter", "C-u");
      await type(value);
      await keys("Enter");
    },
    async choose(label, option) {
      await goTo(await numberOf("", label));
      await keys("Enter", "/");
      await type(option);
      await keys("Enter", "Enter");
    },
    async follow(words, behind) {
      // lynx shows a button's value before its text.
      await goTo(await numberOf(`(?:\\w+\\) )?${spoken(words)}`, behind));
      await keys("Enter");
    },
    close: () => terminal.close(),
  };
}

/** Returns a pattern for these words that allows line breaks between them. */
function spoken(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&").replaceAll(/\s+/g, "\\s+");
}
