import { testLostAnswers } from "../../tests/fixtures/lost-answers";
import { onBothDatabases } from "../../tests/fixtures/world";

onBothDatabases("a request whose process was killed before it could answer", (world) =>
  testLostAnswers(world, "accounts"),
);
