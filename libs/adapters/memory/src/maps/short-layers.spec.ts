import { expect, it } from '@jest/globals';
import { alice, oneColor, openMaps } from './maps.spec.kit.js';

it('a map has of a layer what nothing is said of as its space suggests', async () => {
  const { create, update, openDefault, space } = await openMaps();
  const [suggested] = (await openDefault.execute(alice, space.id)).layers;
  const { layers, ...map } = await create.execute(alice, { title: 'Short', layers: [{ space: space.id }] });
  const { title, style, popup } = suggested ?? {};
  expect(layers).toMatchObject([{ title, style, popup, visible: true }]);
  const given = [
    { space: space.id, title: 'Own' },
    { space: space.id, style: oneColor },
  ];
  const changed = await update.execute(alice, map, { layers: given });
  expect(changed.layers).toMatchObject([
    { title: 'Own', style, popup },
    { title, style: oneColor },
  ]);
  expect(changed.layers[1]?.popup).toBeUndefined();
  await expect(
    create.execute(alice, { title: 'None', layers: [{ space: 'unknown' }] }),
  ).rejects.toMatchObject({
    faults: [{ pointer: '/layers/0/space', code: 'unknown-space' }],
  });
});
