import { describe, expect, it } from '@jest/globals';
import { announcedType, logicalScreen } from './leading-bytes.js';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('announcedType', () => {
  it.each([
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['RIFF\x0a\0\0\0WEBPVP8 ', 'image/webp'],
    ['GIF87a', 'image/gif'],
    ['GIF89a', 'image/gif'],
    ['\0\0\0\x18ftypavif', 'image/avif'],
    ['\0\0\0\x1cftypmif1\0\0\0\0miafavif', 'image/avif'],
    ['\0\0\0\x18ftypavis\0\0\0\0avif', 'avif-sequence'],
    ['\0\0\0\x18ftypavif\0\0\0\0avis', 'avif-sequence'],
    ['\0\0\0\x18ftypheic\0\0\0\0mif1', undefined],
    ['GIF88a', undefined],
    ['\xff\xd8', undefined],
    ['', undefined],
  ])('of %j is %s', (start, type) => {
    expect(announcedType(latin1(start))).toBe(type);
  });

  it('looks at no more than the first 64 bytes', () => {
    const brands = (count: number): string => `\0\0\0\x60ftypmif1\0\0\0\0${'miaf'.repeat(count)}avif`;
    expect(announcedType(latin1(brands(11)))).toBe('image/avif');
    expect(announcedType(latin1(brands(12)))).toBeUndefined();
  });
});

describe('logicalScreen', () => {
  it('is the canvas of a GIF', () => {
    expect(logicalScreen(latin1('GIF89a\x02\x01\xff\xff'))).toEqual({ width: 258, height: 65_535 });
  });

  it('is empty where the header is truncated', () => {
    expect(logicalScreen(latin1('GIF89a\x02\x01\xff'))).toEqual({ width: 0, height: 0 });
  });
});
