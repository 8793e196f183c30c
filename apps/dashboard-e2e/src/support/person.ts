import type { Locator, Page } from 'playwright-core';

/** Somebody at a page. Counts what they do. */
export class Person {
  /** A line for each click, key or field that is filled. */
  readonly steps: string[] = [];

  constructor(private readonly page: Page) {}

  async clicks(target: Locator): Promise<void> {
    await this.does(`clicks ${String(target)}`, async () => await target.click());
  }

  /** Chooses from a list: a click on the list, and one on its entry. */
  async chooses(list: Locator, label: string): Promise<void> {
    await this.does(`opens ${String(list)}`, async () => await list.focus());
    await this.does(`chooses ${label}`, async () => void (await list.selectOption({ label })));
  }

  async does(what: string, act: () => Promise<void>): Promise<void> {
    this.steps.push(`${new URL(this.page.url()).pathname}: ${what}`);
    await act();
  }
}
