import { IN_MEMORY, IdentityProviderProcess, openBrowser, ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  accessibilityFaults,
  imagesShown,
  openPage,
  PASSWORD,
  setUpOwner,
  type WatchedPage,
} from './support/browser.js';

jest.setTimeout(240_000); // the browser has other work

describe('people in the dashboard', () => {
  let provider: IdentityProviderProcess;
  let server: ServerProcess;
  let browser: Browser;
  let owner: WatchedPage;
  let member: WatchedPage;

  beforeAll(async () => {
    provider = await IdentityProviderProcess.start({ mia: ['staff'] });
    const env = {
      ...IN_MEMORY,
      CAIRN_OIDC_NAME: 'Example',
      CAIRN_OIDC_MEMBERS: 'groups=staff',
      ...provider.env,
    };
    [server, browser] = await Promise.all([ServerProcess.start({ env }), openBrowser()]);
    provider.open(server.address);
    [owner, member] = await Promise.all([openPage(browser), openPage(browser, { colorScheme: 'dark' })]);
    await setUpOwner(owner.page, server);
  });
  afterAll(async () => {
    await browser.close();
    await server.dispose();
    await provider.close();
  });

  async function signInAtProvider(page: Page): Promise<void> {
    await page.goto(`${server.address}/sign-in`);
    await page.getByRole('button', { name: 'Continue with Example' }).click();
    await page.locator('[name=login]').fill('mia');
    await page.locator('[name=password]').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await imagesShown(page);
  }

  it('come in by an identity provider, and set a first password', async () => {
    const { page, faults } = member;
    await signInAtProvider(page);
    await page.goto(`${server.address}/account`);
    const password = page.getByLabel('New password');
    await page.getByText('You have no password yet').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await password.fill('too short');
    await page.getByRole('button', { name: 'Set a password' }).click();
    expect(await page.locator('[autocomplete=new-password]:invalid').count()).toBe(1);
    await password.fill(PASSWORD);
    await page.getByRole('button', { name: 'Set a password' }).click();
    await page.getByRole('button', { name: 'Change password' }).waitFor();
    expect(faults()).toEqual([]);
  });

  it('who are members are told once that the server is not theirs', async () => {
    const { page } = member;
    await page.goto(`${server.address}/server`);
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('heading', { name: 'Health' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('get a role and a quota from an owner, who cannot demote themself', async () => {
    const { page, faults } = owner;
    await page.goto(`${server.address}/people`);
    await page.getByRole('button', { name: 'Change Ada' }).click();
    await page.getByLabel('Images allowed').waitFor();
    expect(await page.getByRole('dialog').getByLabel('Role').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Change mia' }).click();
    const dialog = page.getByRole('dialog', { name: 'mia' });
    await dialog.getByLabel('Role').selectOption('owner');
    await dialog.getByLabel('Images allowed').fill('0.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByLabel('Images allowed').fill('3');
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('mia is changed.').waitFor();
    await member.page.goto(`${server.address}/server`);
    await member.page.getByRole('heading', { level: 1, name: 'Server' }).waitFor();
    await member.page.getByText('of 3 images').waitFor();
    expect(await accessibilityFaults(member.page)).toEqual([]);
    expect([...faults(), ...member.faults()]).toEqual([]);
  });
});
