import { expect, test } from "vitest";
import { about } from "./about";
import { privacy } from "./privacy";
import { questions } from "./questions";
import { terms } from "./terms";

const marketplace = { name: "Testmarket", email: "hello@testmarket.example" };

test("the pages speak in the name of the marketplace that runs them", () => {
  expect(questions(marketplace).length).toBeGreaterThanOrEqual(10);
  for (const page of [about, terms, privacy]) {
    const sections = page(marketplace);
    expect(new Set(sections.map(({ title }) => title)).size).toBe(sections.length);
    expect(JSON.stringify(sections)).toContain("Testmarket");
    expect(JSON.stringify(sections)).toContain("hello@testmarket.example");
  }
  expect(JSON.stringify([questions, about, terms, privacy].map((page) => page(marketplace)))).not.toMatch(
    /Fieldstall|[{}]name|undefined/,
  );
});

test("a question that leads on leads to a page of the site", () => {
  expect(
    questions(marketplace)
      .flatMap(({ link }) => link?.to ?? [])
      .filter((to) => !to.startsWith("/")),
  ).toEqual([]);
});
