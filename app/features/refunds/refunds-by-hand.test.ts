import { testSequences, type Sequence } from "../../../tests/fixtures/refunds-by-hand";
import { withStripe } from "../../../tests/fixtures/stripe";
import { onBothDatabases } from "../../../tests/fixtures/world";

const SEQUENCES: Sequence[] = [
  // The same sum by hand: it is our refund.
  [{ there: 500, here: [500], jars: 2 }, ["ask half", "by hand 5.00", "work", "messages", "work"]],
  [{ there: 500, here: [500], jars: 2 }, ["ask half", "by hand 5.00", "messages first", "work"]],
  [{ there: 500, here: [500], jars: 2 }, ["ask half", "by hand 5.00", "messages twice", "work", "messages"]],
  [{ there: 1000, here: [1000], jars: 4 }, ["ask all", "by hand rest", "work", "messages", "work"]],
  [{ there: 1000, here: [1000], jars: 4 }, ["ask all", "by hand rest", "messages first", "work"]],
  // A smaller sum by hand: we refund the rest.
  [{ there: 500, here: [200, 300], jars: 2 }, ["ask half", "by hand 3.00", "work", "messages", "work"]],
  [{ there: 500, here: [200, 300], jars: 2 }, ["ask half", "by hand 3.00", "messages first", "work"]],
  [{ there: 1000, here: [300, 700], jars: 4 }, ["ask all", "by hand 3.00", "work", "messages twice", "work"]],
  [{ there: 1000, here: [300, 700], jars: 4 }, ["ask all", "by hand 3.00", "messages first", "work"]],
  [{ there: 1000, here: [300, 700], jars: 4 }, ["ask all", "by hand 3.00", "by hand 7.00", "messages first", "work"]],
  // A larger sum by hand: ours is done with it, and the excess is a refund of its own.
  [{ there: 700, here: [200, 500], jars: 2 }, ["ask half", "by hand 7.00", "work", "messages", "work"]],
  [{ there: 700, here: [200, 500], jars: 2 }, ["ask half", "by hand 7.00", "messages first", "work"]],
  [{ there: 1000, here: [500, 500], jars: 4 }, ["ask half", "by hand rest", "work", "messages", "work"]],
  [{ there: 1000, here: [500, 500], jars: 4 }, ["ask half", "by hand rest", "messages first", "work"]],
  [{ there: 1000, here: [500, 200, 300], jars: 4 }, ["ask half", "by hand 7.00", "ask half", "messages first", "work"]],
  // Two refunds of ours, one of them made by hand.
  [{ there: 1000, here: [500, 500], jars: 4 }, ["ask half", "ask half", "by hand 5.00", "work", "messages", "work"]],
  [{ there: 1000, here: [500, 500], jars: 4 }, ["ask half", "ask half", "by hand rest", "messages first", "work"]],
  // By hand between our look and our call: both are made, or Stripe refuses ours and we look again.
  [{ there: 1000, here: [500, 500], jars: 4 }, ["ask half", "between: by hand 5.00", "work", "messages", "work"]],
  [{ there: 800, here: [300, 500], jars: 2 }, ["ask half", "between: by hand 3.00", "work", "messages", "work"]],
  [{ there: 1000, here: [300, 700], jars: 4 }, ["ask all", "between: by hand 3.00", "work", "messages", "work"]],
  [{ there: 1000, here: [1000], jars: 4 }, ["ask all", "between: by hand rest", "work", "messages", "work"]],
  [{ there: 1000, here: [500, 500], jars: 4 }, ["ask half", "between: by hand rest", "work", "messages", "work"]],
];

onBothDatabases("money given back by hand beside a refund of ours", (world) => {
  testSequences(world, withStripe(world), SEQUENCES);
});
