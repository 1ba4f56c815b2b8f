import type { Break, BreakName } from "./breaks";
import type { Row } from "./driver";
import type { Outcome } from "./try-cells";

const SIGNS: Record<Outcome["result"], string> = {
  held: "held",
  lost: "**lost**",
  doubled: "**doubled**",
  silent: "**silent**",
  failed: "**not judged**",
};

/** Returns `docs/matrix.md`: forms as rows, breaks as columns, and "scripts off / on" in each cell. */
export function tableOf(
  rows: readonly Row[],
  breaks: readonly Break[],
  outcomes: readonly Outcome[],
  whyNot: (row: Row, how: BreakName) => string | null,
): string {
  const reasons: string[] = [];
  const mark = (reason: string) => {
    if (!reasons.includes(reason)) reasons.push(reason);
    return `n/a ${reasons.indexOf(reason) + 1}`;
  };
  const cell = (row: Row, how: BreakName): string => {
    const reason = whyNot(row, how);
    if (reason !== null) return mark(reason);
    const signs = [false, true].map((scripts) => {
      const outcome = outcomes.find((one) => one.form === row.name && one.how === how && one.scripts === scripts);
      return outcome ? SIGNS[outcome.result] : "not tried";
    });
    return signs[0] === signs[1] ? signs[0]! : signs.join(" / ");
  };
  const count = (...results: Outcome["result"][]) => outcomes.filter(({ result }) => results.includes(result)).length;
  const body = rows.map((row) => [row.name, ...breaks.map(({ name }) => cell(row, name))]);
  const table = [["Form · intent", ...breaks.map(({ name }) => name)], ...body];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((line) => line[column]!.length), 3));
  const line = (cells: string[]) => `| ${cells.map((text, n) => text.padEnd(widths[n]!)).join(" | ")} |`;
  const bad = outcomes.filter(({ result }) => result !== "held");
  return [
    "# Every form, every break",
    "",
    "Written by `npm run matrix`: each form of `tests/fixtures/forms.ts` with each of its intents, scripts off and on, and what breaks while",
    "somebody fills it in. A cell is held when what was typed was still there or was done, the database says that it was done once, and the",
    'page said what was the matter. "held" stands for both; "a / b" is scripts off / scripts on. How it is done: `development.md`.',
    "",
    "| Cells tried | Held | Lost | Doubled | Done, but nobody was told | Not judged |",
    "| ----------- | ---- | ---- | ------- | ------------------------- | ---------- |",
    `| ${String(outcomes.length).padEnd(11)} | ${String(count("held")).padEnd(4)} | ${String(count("lost")).padEnd(4)} | ${String(count("doubled")).padEnd(7)} | ${String(count("silent")).padEnd(25)} | ${String(count("failed")).padEnd(10)} |`,
    "",
    line(table[0]!),
    line(widths.map((width) => "-".repeat(width))),
    ...body.map(line),
    "",
    "Not applicable, because the form …",
    "",
    ...reasons.map((reason, n) => `${n + 1}. ${reason}.`),
    "",
    ...(bad.length === 0
      ? []
      : [
          "What was not held:",
          "",
          ...bad.map(
            ({ form, how, scripts, result }) => `- ${form}, ${how}, scripts ${scripts ? "on" : "off"}: ${result}.`,
          ),
          "",
        ]),
  ].join("\n");
}
