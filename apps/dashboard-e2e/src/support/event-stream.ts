import { until } from '@cairn/harness';
import { expect } from '@jest/globals';
import type { Page, Request } from 'playwright-core';

/** Hides and shows the page: it keeps one stream of events, lets go of it, and goes on after the last event. */
export async function hasStreamWhileSeen(page: Page, signIn: () => Promise<void>): Promise<void> {
  await page.clock.install();
  const open = new Set<Request>();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/api/events')) return;
    open.add(request);
    asked.push(new URL(request.url()).search);
  });
  page.on('requestfailed', (request) => open.delete(request));
  const show = async (state: 'visible' | 'hidden'): Promise<void> => {
    await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
  };
  await signIn();
  for (const view of ['Spaces', 'Images']) await page.getByRole('link', { name: view }).click();
  await until('the stream is asked for', () => asked.length > 0);
  await show('hidden');
  await page.clock.fastForward('00:10');
  await show('visible');
  await page.clock.fastForward('00:15');
  expect([open.size, asked]).toEqual([1, ['']]);
  await show('hidden');
  await page.clock.fastForward('01:00');
  await until('the stream is let go', () => open.size === 0);
  await show('visible');
  await until('the stream is there again', () => open.size > 0);
  expect(asked).toEqual(['', expect.stringMatching(/^\?lastEventId=\d+$/)]);
}
