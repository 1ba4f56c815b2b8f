import { test } from "vitest";
import { interleaving, type End, type Step } from "../../../tests/fixtures/interleaving";
import { onBothDatabases } from "../../../tests/fixtures/world";

/* Events around one payment, in any order. Each row ends in one order that is paid once, or in a full refund. */

const ROWS: [End, Step[]][] = [
  ["paid", ["pay", "finalize"]],
  ["paid", ["pay", "finalize x5", "messages twice", "work"]],
  ["paid", ["pay", "messages", "work", "finalize"]],
  ["paid", ["pay", "messages twice", "work", "finalize", "reconcile"]],
  ["paid", ["pay", "messages backwards", "work"]],
  ["paid", ["pay", "reconcile", "messages twice", "work", "finalize"]],
  ["paid", ["pay", "messages", "reconcile x2", "work", "finalize"]],
  ["paid", ["decline", "messages", "work", "pay", "finalize"]],
  ["paid", ["decline", "pay", "messages backwards", "work", "reconcile"]],
  ["paid", ["pay", "come back", "finalize"]],
  ["paid", ["pay", "other cart", "messages", "work"]],
  ["paid", ["pay", "leave", "messages", "work", "finalize"]],
  ["paid", ["pay", "hold ends", "finalize"]],
  ["paid", ["pay", "hold ends", "reconcile", "messages twice", "work", "finalize"]],
  ["paid", ["pay", "hold ends", "messages", "work", "reconcile"]],
  ["released", ["hold ends", "reconcile"]],
  ["released", ["decline", "hold ends", "reconcile", "messages", "work"]],
  ["released", ["cancelled at stripe", "messages", "work"]],
  ["released", ["cancelled at stripe", "hold ends", "reconcile", "messages", "work"]],
  ["released", ["leave", "messages", "work", "finalize"]],
  ["refused", ["pay", "hold ends", "sold out", "reconcile", "messages", "work"]],
  ["refused", ["pay", "sold out", "finalize", "messages twice", "work", "finalize"]],
  ["refused", ["pay", "sold out", "messages backwards", "work", "reconcile"]],
  ["refused", ["pay", "sold out", "finalize", "by hand part", "work", "messages", "work"]],
  ["refused", ["pay", "sold out", "by hand part", "finalize", "messages backwards", "work"]],
  ["refused", ["pay", "sold out", "finalize", "by hand all", "messages twice", "work"]],
  ["refused", ["pay", "by hand all", "messages", "work", "finalize"]],
  ["refused", ["pay", "by hand part", "finalize", "messages", "work"]],
];

onBothDatabases("around one payment", (world) => {
  const happens = interleaving(world);

  test.each(ROWS.map(([end, steps]) => [steps.join(", "), end, steps] as const))("%s: %s", (_, end, steps) =>
    happens(end, steps),
  );
});
