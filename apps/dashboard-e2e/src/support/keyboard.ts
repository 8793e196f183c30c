import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { ChosenFile } from './uploading.js';

const MOST_STEPS = 120;

/** What marks the element that has the focus: an outline or shadow of its own, or of what it is in. */
const mark = `(() => {
  const marked = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  const { activeElement } = document;
  if (activeElement === document.body) return true; // between the last control and the first
  return [activeElement, activeElement.closest('label'), activeElement.parentElement]
    .some((element) => element !== null && marked(element));
})()`;

const seen = `[document.activeElement.outerHTML.slice(0, 120), ${mark}]`;

/** Uses a page as someone does who has no mouse. Fails where the focus cannot be seen. */
export class Keyboard {
  constructor(private readonly page: Page) {
    // From here on choosers come to the test: asked for only with a key, one may come before the browser knows.
    page.on('filechooser', () => undefined);
  }

  /** Goes on with Tab until the control has the focus. */
  async to(control: Locator): Promise<void> {
    await control.waitFor({ state: 'attached' });
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      if ((await control.and(this.page.locator(':focus')).count()) > 0) return;
      await this.page.keyboard.press('Tab');
      const [focused, isMarked] = await this.page.evaluate<readonly unknown[]>(seen);
      expect([focused, isMarked]).toEqual([focused, true]);
    }
    throw new Error(`${String(control)} is not reached by Tab.`);
  }

  async press(control: Locator, key = 'Enter'): Promise<void> {
    await this.to(control);
    await this.page.keyboard.press(key);
  }

  async button(name: string): Promise<void> {
    await this.press(this.page.getByRole('button', { name, exact: true }).first());
  }

  async link(name: string): Promise<void> {
    await this.press(this.page.getByRole('link', { name }).first());
  }

  async type(label: string, text: string): Promise<void> {
    await this.to(this.page.getByLabel(label, { exact: true }));
    await this.page.keyboard.type(text);
  }

  /** Opens the chooser of files that the control is for. */
  async choose(control: Locator, files: readonly ChosenFile[]): Promise<void> {
    await this.to(control);
    const chooser = this.page.waitForEvent('filechooser');
    await this.page.keyboard.press('Space');
    await (await chooser).setFiles([...files]);
  }
}
