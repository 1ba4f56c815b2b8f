import type { Locator, Page } from "@playwright/test";
import { expect } from "./shop";

const MOST_STEPS = 80;

/** Returns what is wrong with the focus for people who see the screen and have no mouse. Empty if all is well. */
async function wrongWithFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const one = document.activeElement;
    // After the last control, Tab goes through the browser's own controls before the first one.
    if (!(one instanceof HTMLElement) || one === document.body) return [];
    const hasOutline = (style: CSSStyleDeclaration) =>
      style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    const rung = [one, ...(one instanceof HTMLInputElement ? [...(one.labels ?? [])] : [])].some((element) =>
      [undefined, "::before", "::after"].some((part) => hasOutline(getComputedStyle(element, part))),
    );
    // The browser itself draws the focus ring of the calendar in a date field.
    const isCalendar = one instanceof HTMLInputElement && one.type === "date" && !one.matches(":focus-visible");
    const boxes = [...one.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    // A picture's link or a ticked card is visible through its label.
    const isVisible = boxes.some((box) => {
      const within = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      const top = document.elementFromPoint(within.x, within.y);
      return (
        top !== null &&
        (one.contains(top) ||
          top.contains(one) ||
          [...((one as HTMLInputElement).labels ?? [])].some((label) => label.contains(top)))
      );
    });
    const name = `<${one.localName} ${one.getAttribute("name") ?? ""}> ${(one.innerText || one.getAttribute("aria-label") || one.id).slice(0, 60)}`;
    return [
      ...(rung || isCalendar ? [] : [`${name}: no ring`]),
      ...(isVisible ? [] : [`${name}: not on the screen, or something lies over it`]),
      ...(one.tabIndex > 0 ? [`${name}: out of its order`] : []),
    ];
  });
}

/** Presses Tab until the control has the focus. Every control on the way must show its focus, uncovered. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  const target = control.first();
  await target.waitFor();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await page.keyboard.press("Tab");
    expect(await wrongWithFocus(page)).toEqual([]);
    if (await target.evaluate((one) => one === document.activeElement)) return;
  }
  throw new Error(`Tab does not come to ${control.toString()} in ${MOST_STEPS} steps.`);
}

/** Moves to the control with Tab, and types over its content. */
export async function typeInto(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

/** Moves to the control with Tab, and presses it. */
export async function press(page: Page, control: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}
