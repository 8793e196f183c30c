import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SharedAccount } from '../support/shared-account.js';

let shared: SharedAccount;

beforeAll(async () => {
  shared = await SharedAccount.start();
});
afterAll(() => shared.server.dispose());

it('a grant of an image as an editor adds no other beside it', async () => {
  const { id } = await shared.uploaded({ path: 'own' });
  await shared.give({ type: 'image', id }, 'editor');
  const copy = (body: object): Promise<number> => shared.as('POST', `/api/images/${id}/copies`, body);
  expect([await copy({}), await copy({ path: 'own' }), await copy({ path: 'shared' })]).toEqual([
    403, 403, 403,
  ]);
  await shared.give({ type: 'folder', id: 'own' }, 'contributor');
  expect([await copy({}), await copy({ path: 'shared' })]).toEqual([201, 403]);
});
