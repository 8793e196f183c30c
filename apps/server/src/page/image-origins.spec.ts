import { describe, expect, it } from '@jest/globals';
import { isBlobKey } from '@cairn/images';
import type { BlobAddresses } from '@cairn/images/spi';
import { imageOrigins } from './image-origins.js';

const storeAt = (origin: string): BlobAddresses => ({
  addressOf: async (key, { area }) => {
    expect(isBlobKey(key)).toBe(true);
    return Promise.resolve(`${origin}/bucket/${area}/${key}?X-Amz-Signature=abc`);
  },
});

describe('imageOrigins', () => {
  it('is the origin of file addresses where files are streamed', async () => {
    expect(await imageOrigins(['https://images.example.org/files'], undefined)).toEqual([
      'https://images.example.org',
    ]);
  });

  it('has the origin of the store too where files redirect to it', async () => {
    expect(await imageOrigins(['http://cairn.example/cdn'], storeAt('https://s3.example.org:9000'))).toEqual([
      'http://cairn.example',
      'https://s3.example.org:9000',
    ]);
  });

  it('names an origin once', async () => {
    expect(await imageOrigins(['https://one.example/cdn'], storeAt('https://one.example'))).toHaveLength(1);
  });
});
