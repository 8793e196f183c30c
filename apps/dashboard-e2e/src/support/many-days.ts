import type { Page } from 'playwright-core';
import { pictureNamed } from './uploading.js';

/** Every photo has a day of its own kind: from 5 to 54 on each of so many days, the first in 2001. */
const answerWith = (total: number): string => `(() => {
  const send = fetch;
  const template = new URL('/cdn/', location.origin).href;
  const shapes = [1.5, 0.667, 1.333, 1.778, 0.75, 1];
  const days = [];
  for (let at = Date.UTC(2001, 0, 1), left = ${total}; left > 0; at += 86_400_000) {
    const count = Math.min(left, 5 + (days.length * 37) % 50);
    days.unshift({ day: new Date(at).toISOString().slice(0, 10), count });
    left -= count;
  }
  const ratiosOf = ({ day, count }) => Array.from({ length: count }, (_, index) => shapes[(Number(day.slice(8)) + index) % 6]);
  const answers = {
    '/api/images/days': () => ({
      days: days.map(({ day }) => day),
      counts: days.map(({ count }) => count),
      ratios: days.map((day) => ratiosOf(day).reduce((sum, ratio) => sum + ratio, 0)),
      undated: 0,
    }),
    '/api/images/layout': (query) => {
      const found = days.filter(({ day }) => day >= query.get('takenFrom') && day <= query.get('takenTo'));
      const all = found.flatMap((each) => ratiosOf(each).map((ratio, index) => ({ ratio, day: each.day, id: each.day + '-' + index })));
      return {
        ids: all.map(({ id }) => id),
        urls: all.map(({ id }) => template + id + '.gif'),
        names: all.map(({ id }) => id + '.gif'),
        days: all.map(({ day }) => day),
        ratios: all.map(({ ratio }) => ratio),
        colors: all.map((_, index) => '#' + String(100000 + (index * 7919) % 800000)),
        thumbhashes: all.map(() => '3OcRJYB4d3h/iIeHeEh3eIhw+j3A'),
        types: all.map(() => 'image/gif'),
        visibilities: all.map(() => 'public'),
      };
    },
  };
  globalThis.fetch = async (address, init) => {
    const { pathname, searchParams } = new URL(address, location.href);
    const answer = answers[pathname];
    return answer === undefined ? send(address, init) : Response.json(answer(searchParams));
  };
})()`;

/** Lets the page see so many photos by day: the page is measured, not the server. */
export async function showManyDays(page: Page, total: number): Promise<void> {
  const { buffer: body, mimeType: contentType } = pictureNamed('any');
  await page.route('**/cdn/**', (route) => route.fulfill({ body, contentType }));
  await page.addInitScript({ content: answerWith(total) });
}
