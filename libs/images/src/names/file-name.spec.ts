import { describe, expect, it } from '@jest/globals';
import { extensions } from '../image/image-type.js';
import { FileName } from './file-name.js';
import { parseImagePath } from './image-path.js';
import { utf8Length } from './text.js';

const draw = (length: number): string => 'Aa0Bb1Cc2Dd3Ee4Ff5Gg6Hh7'.slice(0, length);

describe('FileName', () => {
  it.each([
    ['photo.JPG', 'photo.jpg'],
    ['photo', 'photo.jpg'],
    ['photo.html', 'photo.jpg'],
    ['photo.mp4', 'photo.jpg'],
    ['photo.2024', 'photo.2024.jpg'],
    ['photo.jpg.exe', 'photo.jpg.jpg'],
    ['archive.tar.gz', 'archive.tar.jpg'],
    ['Beach (1) ~a+b_c.png', 'Beach (1) ~a+b_c.jpg'],
    ['../../etc/passwd', 'passwd.jpg'],
    ['C:\\Users\\me\\beach.png', 'beach.jpg'],
    ['a/b\\c/../d.png', 'd.jpg'],
    ['a\n/b.png', 'b.jpg'],
    ['/', 'image.jpg'],
    ['', 'image.jpg'],
    ['.', 'image.jpg'],
    ['..', 'image.jpg'],
    ['.jpg', 'image.jpg'],
    ['   ', 'image.jpg'],
    ['---.png', 'image.jpg'],
    ['.htaccess', 'htaccess.jpg'],
    ['. -x- .png', 'x.jpg'],
    ['a?b#c%2Fd.png', 'a-b-c-2Fd.jpg'],
    ['<script>"\'&;.png', 'script.jpg'],
    ['a\0b\r\nc.png', 'a-b-c.jpg'],
    ['photo\u202egpj.exe', 'photo-gpj.jpg'],
    ['a\ud800b.png', 'a-b.jpg'],
    ['🏝️.png', 'image.jpg'],
    ['\u0301\u0301x.png', 'x.jpg'],
    ['cafe\u0301.png', 'caf\u00e9.jpg'],
    ['Zürich 海 हिन्दी.png', 'Zürich 海 हिन्दी.jpg'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(241)}.jpg`],
    [`${'ü'.repeat(300)}.png`, `${'ü'.repeat(120)}.jpg`],
    [`${'x'.repeat(240)}. ..${'y'.repeat(300)}`, `${'x'.repeat(240)}.jpg`],
  ])('makes of %j the name %j', (uploaded, name) => {
    expect(FileName.from(uploaded, 'image/jpeg').plain()).toBe(name);
  });

  it.each([
    ['image/jpeg', 'photo.jpg'],
    ['image/png', 'photo.png'],
    ['image/webp', 'photo.webp'],
    ['image/gif', 'photo.gif'],
    ['image/avif', 'photo.avif'],
  ] as const)('ends as %s does', (type, name) => {
    expect(FileName.from('photo.tiff', type).plain()).toBe(name);
  });

  it('takes a suffix of eight characters before the extension', () => {
    expect(FileName.from('photo.png', 'image/png').suffixed(draw)).toBe('photo-Aa0Bb1Cc.png');
  });

  it('takes a suffix of 22 characters where nobody may guess it', () => {
    expect(FileName.from('photo.png', 'image/png').unguessable(draw)).toBe(
      'photo-Aa0Bb1Cc2Dd3Ee4Ff5Gg6H.png',
    );
  });

  it.each(['image/jpeg', 'image/webp'] as const)('for %s is a path segment whatever was uploaded', (type) => {
    const names = oddNames(2_000).flatMap((uploaded) => {
      const file = FileName.from(uploaded, type);
      expect(FileName.from(FileName.clean(uploaded), type)).toEqual(file);
      return [file.plain(), file.suffixed(draw), file.unguessable(draw)];
    });
    expect(names.map(parseImagePath)).toEqual(names);
    expect(Math.max(...names.map(utf8Length))).toBeLessThanOrEqual(255);
    expect(names.filter((name) => !name.endsWith(`.${extensions[type]}`))).toEqual([]);
  });
});

/** Pseudo-random names, always the same, built from problematic parts. */
function oddNames(count: number): string[] {
  const parts = [
    'a',
    'Z9',
    '.',
    '..',
    '/',
    '\\',
    ' ',
    '-',
    '.png',
    '.1a',
    '\0',
    '\n',
    '\u0301',
    '\u0327',
    'e',
    'ü',
    '\u1100',
    '\u1161',
    '\u11a8',
    '\ud83c',
    '\udfdd',
    '🏝',
    '\u200d',
    '\ufe0f',
    '%00',
    '海'.repeat(40),
    'x'.repeat(120),
    '\u0301'.repeat(60),
    '\ufb01',
    '\u212b',
  ];
  let state = 1;
  const random = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: random(9) }, () => parts[random(parts.length)]).join(''),
  );
}
