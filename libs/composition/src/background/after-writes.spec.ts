import { describe, expect, it } from '@jest/globals';
import { MemoryCatalogRepository } from '@cairn/adapter-memory';
import { CatalogRepository } from '@cairn/images/spi';
import { anImage } from '@cairn/testkit';
import { Container } from 'inversify';
import { notifyAfterWrites } from './after-writes.js';

const ENOUGH = 9;

describe('after a write to a catalog', () => {
  let told: string[] = [];
  const container = new Container();
  container.bind(CatalogRepository).toConstantValue(new MemoryCatalogRepository());
  const tell = (what: string) => (): void => void told.push(what);
  notifyAfterWrites(container, {
    changed: tell('changed'),
    spaceUpdated: tell('space'),
    imageAdded: tell('added'),
    photosLinked: tell('linked'),
    featuresWanted: tell('wanted'),
    userJobAdded: tell('job'),
  });
  const catalog = container.get(CatalogRepository);
  const after = async (write: Promise<unknown>): Promise<readonly string[]> => {
    told = [];
    await write;
    return told;
  };

  it('its events are delivered and new pictures are described at once, whatever adds or changes them', async () => {
    const [image, same] = [anImage(), anImage()];
    const copy = anImage({ file: image.file });
    const both = ['changed', 'added'];
    expect(await after(catalog.add(image, ENOUGH))).toEqual(both);
    expect(await after(catalog.addOrFind(same, ENOUGH))).toEqual(both);
    expect(await after(catalog.addCopy(copy, { of: image.id, defaultQuota: ENOUGH }))).toEqual(both);
    const edit = { orientation: 6 };
    expect(await after(catalog.update('alice', image.id, { edit, now: 5 }))).toEqual(both);
    const taken = { kind: 'set', takenAt: '2024-07-01T12:00:00', now: 6 } as const;
    expect(await after(catalog.changeTaken('alice', [image.id], taken))).toEqual(['changed']);
    expect(await after(catalog.changeDetails('alice', [image.id], { rating: 3, now: 7 }))).toEqual([
      'changed',
    ]);
  });
});
