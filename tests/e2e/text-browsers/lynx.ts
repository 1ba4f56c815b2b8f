import { Terminal } from "./terminal";
import type { TextBrowser } from "./text-browser";

/** Links, fields and buttons are numbered, and a field takes keys only once it is entered: so a number always leads on. */
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
  /** The number of the first thing that looks as `wanted`, behind some words, once it is there. */
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
      // Into the field, and out of it.
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
      // A button is shown as its value, then what stands on it.
      await goTo(await numberOf(`(?:\\w+\\) )?${spoken(words)}`, behind));
      await keys("Enter");
    },
    close: () => terminal.close(),
  };
}

/** These words, however they are broken into lines. */
function spoken(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&").replaceAll(/\s+/g, "\\s+");
}
