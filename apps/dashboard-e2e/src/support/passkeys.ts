import type { Page } from 'playwright-core';

/** What a browser sends to add a passkey, as far as the tests change it. */
export interface AddedPasskey {
  readonly credential: { readonly response: { readonly clientDataJSON: string } };
}

/** Has the page add a passkey named "My phone", and lets what it sends for that through, or not. */
export async function sentWhenAdding(
  page: Page,
  address: string,
  then: 'abort' | 'continue',
): Promise<AddedPasskey> {
  const path = `${address}/api/passkeys`;
  await page.goto(`${address}/account`);
  const sent = new Promise<string>((resolve) => {
    void page.route(path, async (route) => {
      if (route.request().method() !== 'POST') return await route.continue();
      resolve(route.request().postData() ?? '');
      return await route[then]();
    });
  });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the passkey').fill('My phone');
  await page.getByRole('button', { name: 'Continue' }).click();
  const body = JSON.parse(await sent) as AddedPasskey;
  await page.unroute(path);
  return body;
}

/** The same credential for another challenge: nothing of it is signed when a passkey is added. */
export function withChallenge(added: AddedPasskey, challenge: string): AddedPasskey {
  const { response } = added.credential;
  const said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as object;
  const clientDataJSON = Buffer.from(JSON.stringify({ ...said, challenge })).toString('base64url');
  return { ...added, credential: { ...added.credential, response: { ...response, clientDataJSON } } };
}
