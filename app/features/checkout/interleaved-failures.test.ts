import { test } from "vitest";
import { interleaving, type End, type Step } from "../../../tests/fixtures/interleaving";
import { onBothDatabases } from "../../../tests/fixtures/world";

/* The same as interleavings.test.ts, with lost answers and processes that die. */

const ROWS: [End, Step[]][] = [
  [
    "paid, second back",
    ["open page", "pay", "pay page", "finalize", "lose refund", "work", "new process", "reconcile"],
  ],
  ["paid", ["pay", "hold ends", "lose cancel", "reconcile", "sold out", "messages", "work"]],
  ["refused", ["pay", "sold out", "finalize", "die refunding", "new process", "work"]],
  ["refused", ["pay", "sold out", "finalize", "lose refund", "work", "messages", "work"]],
  ["refused", ["pay", "sold out", "finalize", "by hand part", "die refunding", "new process", "messages", "work"]],
  ["paid", ["lose intent", "come back", "pay", "finalize"]],
  ["paid", ["lose intent", "come back", "pay", "messages", "work"]],
  ["paid", ["lose page", "open page", "pay page", "messages", "work"]],
  ["paid", ["lose page", "pay", "finalize", "messages", "work"]],
  ["paid", ["pay", "die placing", "new process", "finalize"]],
  ["paid", ["pay", "die placing", "new process", "messages", "work"]],
  ["paid", ["pay", "die placing", "new process", "reconcile", "messages twice", "work"]],
  ["paid", ["open page", "pay page", "die placing", "new process", "reconcile"]],
  ["paid", ["pay", "die placing", "hold ends", "new process", "reconcile", "messages backwards", "work"]],
  ["released", ["lose cancel", "hold ends", "reconcile", "new process", "reconcile", "messages", "work"]],
];

onBothDatabases("around one payment, where an answer is lost or a process dies", (world) => {
  const happens = interleaving(world);

  test.each(ROWS.map(([end, steps]) => [steps.join(", "), end, steps] as const))("%s: %s", (_, end, steps) =>
    happens(end, steps),
  );
});
