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

it('a grant as a viewer shows a picture as it was cropped, one as an editor also without that', async () => {
  const { id, url } = await shared.uploaded();
  const edit = { crop: { left: 0, top: 0, width: 0.5, height: 0.5 } };
  expect((await shared.ada.send('PATCH', `/api/images/${id}`, { body: { edit } })).status).toBe(200);
  const { pathname } = new URL(url);
  const seen = async (): Promise<readonly number[]> => [
    await shared.as('GET', pathname),
    await shared.as('GET', `${pathname}?edit=none`),
  ];
  expect(await seen()).toEqual([404, 404]);
  await shared.give({ type: 'image', id }, 'viewer');
  expect(await seen()).toEqual([200, 404]);
  await shared.takeAll();
  await shared.give({ type: 'image', id }, 'editor');
  expect(await seen()).toEqual([200, 200]);
});
