import { testExamples } from "../../tests/fixtures/sent-examples";
import { onBothDatabases } from "../../tests/fixtures/world";

onBothDatabases("the examples in the document", (world) => testExamples(world, "stalls and offices"));
