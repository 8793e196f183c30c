import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Dashboard } from './support/dashboard.js';
import { faultsInEveryLook } from './support/looks.js';

jest.setTimeout(240_000); // the browser has other work

const STEPS = 60;
const MEGABYTE = 1_000_000;

/** What a server has measured that was off for a while, and that has answered `latest` requests a second just now. */
const answer = (latest: number) => ({
  from: '2026-01-02T03:04:05.678Z',
  stepSeconds: 60,
  series: [
    {
      name: 'requests',
      unit: 'per-second',
      points: Array.from({ length: STEPS }, (_, step) =>
        step === STEPS - 1 ? latest : step > 20 && step < 30 ? null : step / 2,
      ),
    },
    {
      name: 'resident-memory',
      unit: 'bytes',
      points: Array.from({ length: STEPS }, () => 200 * MEGABYTE),
    },
    { name: 'answers-from-memory', unit: 'share', points: Array.from({ length: STEPS }, () => null) },
  ],
});

describe('the last hour on the page of the server', () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await Dashboard.open();
  });
  afterAll(async () => await dashboard.close());

  it('begins with a sentence, until a minute was measured', async () => {
    const { page } = dashboard;
    await dashboard.visit('/server');
    await page.getByText('The first minute is being measured.').waitFor();
    expect(await faultsInEveryLook(page)).toEqual([]);
  });

  it('is drawn and told in words, with gaps, and goes on while the page is open', async () => {
    const { page } = dashboard;
    let latest = 12.34;
    await page.route('**/api/metrics/recent', (route) => route.fulfill({ json: answer(latest) }));
    await page.clock.install();
    await dashboard.visit('/server');
    const requests = page.getByRole('figure').filter({ hasText: 'Requests' });
    await requests.getByText('12.3/s').waitFor();
    expect(await requests.getByText('0/s to 29/s').count()).toBe(1);
    expect(await requests.locator('path').getAttribute('d')).toMatch(/^M0 \S+h0L1 [^M]*M30 \S+h0L31 [^M]*$/);
    expect(await page.getByRole('figure').filter({ hasText: 'Memory' }).innerText()).toMatch(/200 MB/);
    expect(await page.getByRole('figure').count()).toBe(2);
    expect(await faultsInEveryLook(page)).toEqual([]);

    latest = 40;
    await page.clock.runFor(15_000);
    await requests.getByText('40/s', { exact: true }).waitFor();
    expect(await requests.getByText('0/s to 40/s').count()).toBe(1);
    expect(dashboard.faults()).toEqual([]);
  });
});
