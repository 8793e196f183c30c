import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openBrowser, ServerProcess, until } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { accessibilityFaults, openPage, setUpOwner } from './support/browser.js';

jest.setTimeout(240_000); // the browser has other work

let server: ServerProcess | undefined;
let browser: Browser | undefined;
let receiver: Server | undefined;

afterAll(async () => {
  receiver?.close();
  receiver?.closeAllConnections();
  await browser?.close();
  await server?.dispose();
});

it('a webhook is added, shows its secret once, is tested, and its deliveries are sent again', async () => {
  let status = 204;
  receiver = createServer((request, response) =>
    request.resume().on('end', () => response.writeHead(status).end()),
  );
  await new Promise<void>((listening) => receiver?.listen(0, '127.0.0.1', listening));
  // It listens on a port.
  const { port } = receiver.address() as AddressInfo;
  const env = { CAIRN_ALLOWED_ADDRESSES: '127.0.0.1' };
  [server, browser] = await Promise.all([ServerProcess.start({ env }), openBrowser()]);
  const { page, faults } = await openPage(browser);
  await setUpOwner(page, server);
  await page.goto(`${server.address}/keys`);
  await page.getByRole('button', { name: 'Webhooks' }).click();
  await page.getByText('No webhooks yet').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add a webhook' }).first().click();
  await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`);
  await page.getByLabel('Description').fill('Search index');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByText(/^whsec_\w{32}$/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('heading', { name: 'Search index' }).waitFor();
  expect(await page.getByText(/whsec_/).count()).toBe(0);

  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByText('Answered with 204').waitFor();
  status = 410;
  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByText('Answered with 410').waitFor();
  status = 204;

  const upload = async (): Promise<unknown> =>
    await page.evaluate(
      async (bytes) => {
        const form = new FormData();
        form.set('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
        await fetch('/api/upload', { method: 'POST', body: form });
      },
      [...fixtures.jpeg.bytes],
    );
  await upload();
  await page.getByRole('button', { name: 'Deliveries' }).click();
  const delivered = page.getByText('Delivered', { exact: true });
  await until('it is delivered', async () => {
    if (await delivered.isVisible()) return true;
    await page.getByRole('button', { name: 'Refresh' }).click();
    return false;
  });
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Deliver again' }).click();
  await page.getByText('It is being delivered again.').waitFor();
  await page.getByRole('button', { name: 'Failed only' }).click();
  await page.getByText('Nothing here').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Remove the webhook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the webhook' }).click();
  await page.getByText('No webhooks yet').waitFor();
  expect(faults()).toEqual([]);
});
