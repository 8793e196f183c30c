import { describe, expect, it } from '@jest/globals';
import type { Image } from '../image/image.js';
import { proposed } from './better-image.js';

interface Given {
  readonly id: string;
  readonly width?: number;
  readonly sizeInBytes?: number;
  readonly isPlaced?: true;
  readonly hasTime?: true;
  readonly sha256?: string;
  readonly createdAt?: number;
}

function image({ id, width = 640, sizeInBytes = 1_000, createdAt = 5, sha256 = id, ...facts }: Given): Image {
  return {
    id,
    owner: 'alice',
    path: '',
    fileName: `${id}.jpg`,
    tags: [],
    visibility: 'private',
    createdAt,
    updatedAt: createdAt,
    file: {
      contentType: 'image/jpeg',
      width,
      height: 480,
      frames: 1,
      orientation: 1,
      blobKey: id,
      sizeInBytes,
      sha256,
    },
    description: {
      uploadSha256: sha256,
      removed: [],
      ...(facts.isPlaced && { position: { longitude: 8, latitude: 50 } }),
      ...(facts.hasTime && { capturedAt: '2026-01-02T03:04:05' }),
    },
  };
}

const proposalOf = (...given: readonly Given[]) => {
  const images = given.map(image);
  const pairs = images
    .slice(1)
    .map(({ id }, index) => ({ newerId: given[0]?.id ?? '', olderId: id, distance: index }));
  const { better, reasons, images: all } = proposed({ images, pairs }) ?? { images: [] };
  return { better: better?.id, reasons, order: all.map(({ image: { id }, sameBytes }) => [id, sameBytes]) };
};

describe('the image that is proposed to be kept', () => {
  it.each<
    readonly [why: string, one: Omit<Given, 'id'>, other: Omit<Given, 'id'>, reasons: readonly string[]]
  >([
    [
      'is the larger one, also without its place',
      { width: 900, sizeInBytes: 9_000 },
      { isPlaced: true },
      ['larger'],
    ],
    ['has a place', { isPlaced: true, createdAt: 9 }, { sizeInBytes: 2_000 }, ['place']],
    ['has a time', { hasTime: true }, { createdAt: 1 }, ['time']],
    ['has more bytes at the same size', { sizeInBytes: 2_000, createdAt: 9 }, {}, ['more-bytes']],
    ['came earlier', { createdAt: 4 }, {}, ['earlier']],
    ['is any of those that differ in nothing', {}, {}, []],
  ])('%s', (_, one, other, reasons) => {
    const found = [
      proposalOf({ id: 'a', ...one }, { id: 'b', ...other }),
      proposalOf({ id: 'b', ...other }, { id: 'a', ...one }),
    ];
    for (const proposal of found) expect(proposal).toMatchObject({ better: 'a', reasons });
  });

  it('comes first, then the same bytes, then the nearest', () => {
    const { order } = proposalOf(
      { id: 'new', createdAt: 9 },
      { id: 'near', createdAt: 8 },
      { id: 'far', createdAt: 7 },
      { id: 'same', createdAt: 6, sha256: 'x' },
      { id: 'best', createdAt: 5, width: 900, sha256: 'x' },
    );
    expect(order).toEqual([
      ['best', false],
      ['same', true],
      ['new', false],
      ['near', false],
      ['far', false],
    ]);
  });

  it('is none without images', () => expect(proposed({ images: [], pairs: [] })).toBeUndefined());
});
