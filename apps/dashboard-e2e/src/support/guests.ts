import type { Page } from 'playwright-core';
import type { ChosenFile } from './uploading.js';

/** Chooses files in the page of a link, as a guest does. */
export async function chooseAsGuest(page: Page, files: readonly ChosenFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('link', { name: 'Add photos' }).click();
  await (await chooser).setFiles([...files]);
}

/** Chooses and sends them. */
export async function sendAsGuest(page: Page, files: readonly ChosenFile[]): Promise<void> {
  await chooseAsGuest(page, files);
  await page.getByRole('button', { name: /^Send \d+ photo/ }).click();
}

/** The files that the page says something of, as `name: state`. */
export async function statesOf(page: Page): Promise<readonly string[]> {
  const rows = await page.locator('.files li').all();
  return await Promise.all(
    rows.map(async (row) => {
      const [name, state] = [row.locator('.name'), row.locator('.state')];
      return `${await name.innerText()}: ${await state.innerText()}`;
    }),
  );
}
