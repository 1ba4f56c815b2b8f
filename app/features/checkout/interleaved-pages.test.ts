import { test } from "vitest";
import { interleaving, type End, type Step } from "../../../tests/fixtures/interleaving";
import { onBothDatabases } from "../../../tests/fixtures/world";

/* The same as interleavings.test.ts, with a page of the provider on which the order may be paid a second time. */

const ROWS: [End, Step[]][] = [
  ["released", ["open page", "decline page", "hold ends", "reconcile", "messages twice", "work"]],
  ["paid", ["open page", "pay page", "finalize page"]],
  ["paid", ["open page", "pay page", "messages", "work", "finalize page"]],
  ["paid", ["open page", "pay page", "messages backwards", "work"]],
  ["paid", ["open page", "pay page", "reconcile", "messages twice", "work"]],
  ["paid", ["open page", "decline page", "messages", "work", "pay page", "finalize page"]],
  ["paid", ["open page", "decline page", "pay", "finalize", "reconcile", "messages", "work"]],
  ["paid", ["open page", "pay page", "hold ends", "reconcile", "messages", "work"]],
  ["paid", ["open page", "pay page", "hold ends", "messages", "work", "finalize page"]],
  ["paid", ["open page", "pay page", "other cart", "messages", "work"]],
  ["paid, second back", ["open page", "pay", "pay page", "finalize", "finalize page"]],
  ["paid, second back", ["open page", "pay page", "pay", "finalize page", "finalize"]],
  ["paid, second back", ["open page", "pay", "pay page", "messages", "work"]],
  ["paid, second back", ["open page", "pay", "pay page", "messages backwards", "work", "reconcile"]],
  ["paid, second back", ["open page", "pay", "pay page", "reconcile x2", "messages twice", "work"]],
  ["paid, second back", ["open page", "pay", "finalize", "pay page", "messages twice", "work"]],
  ["paid, second back", ["open page", "pay", "pay page", "hold ends", "reconcile", "messages", "work"]],
  ["paid, second back", ["open page", "pay page", "pay", "other cart", "reconcile", "work"]],
  ["refused", ["open page", "pay page", "sold out", "finalize page", "messages", "work"]],
  ["refused", ["open page", "pay", "pay page", "sold out", "finalize", "messages twice", "work"]],
  [
    "paid, second back",
    ["open page", "pay", "pay page", "finalize", "by hand part", "finalize page", "messages", "work"],
  ],
  [
    "paid, second back",
    ["open page", "pay", "pay page", "finalize", "by hand part", "messages", "work", "finalize page"],
  ],
  [
    "paid, second back",
    ["open page", "pay", "pay page", "finalize", "finalize page", "by hand all", "messages", "work"],
  ],
];

onBothDatabases("around a payment on the provider's page", (world) => {
  const happens = interleaving(world);

  test.each(ROWS.map(([end, steps]) => [steps.join(", "), end, steps] as const))("%s: %s", (_, end, steps) =>
    happens(end, steps),
  );
});
