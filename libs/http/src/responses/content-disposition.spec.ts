import { describe, expect, it } from '@jest/globals';
import { dispositionOf, fileNameOf } from './content-disposition.js';

describe('dispositionOf', () => {
  it.each([
    ['See 1.jpg', 'attachment; filename="See 1.jpg"'],
    ['Été.gif', `attachment; filename="Ete.gif"; filename*=UTF-8''%C3%89t%C3%A9.gif`],
    ['Straße.png', `attachment; filename="Stra?e.png"; filename*=UTF-8''Stra%C3%9Fe.png`],
    ['東京.webp', `attachment; filename="??.webp"; filename*=UTF-8''%E6%9D%B1%E4%BA%AC.webp`],
    [
      'Ελλάδα.jpg',
      `attachment; filename="??????.jpg"; filename*=UTF-8''%CE%95%CE%BB%CE%BB%CE%AC%CE%B4%CE%B1.jpg`,
    ],
    ['🏔.jpg', `attachment; filename="?.jpg"; filename*=UTF-8''%F0%9F%8F%94.jpg`],
    [
      'ÿ "quoted".zip',
      `attachment; filename="y \\"quoted\\".zip"; filename*=UTF-8''%C3%BF%20%22quoted%22.zip`,
    ],
    ['50%20.zip', `attachment; filename="50%20.zip"; filename*=UTF-8''50%2520.zip`],
  ])('has %s in ASCII', (name, header) => {
    expect(dispositionOf(name)).toBe(header);
  });

  it('may be for a file that is shown', () => {
    expect(dispositionOf('a.jpg', 'inline')).toBe('inline; filename="a.jpg"');
  });

  it('has only ASCII for every letter', () => {
    const letters = Array.from({ length: 0x3000 - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
    const others = letters.filter((letter) => !/^[\x20-\x7e]+$/.test(dispositionOf(`a${letter}b.jpg`)));
    expect(others).toEqual([]);
  });
});

describe('fileNameOf', () => {
  it.each([
    ['Trip', 'Trip.zip'],
    ['Berlin/Hamburg 2024', 'Berlin-Hamburg 2024.zip'],
    ['Berlin / Hamburg', 'Berlin-Hamburg.zip'],
    ['C:\\photos\\2024', 'C:-photos-2024.zip'],
    ['/', 'download.zip'],
    ['../../etc/passwd', 'etc-passwd.zip'],
    [' . ', 'download.zip'],
    ['', 'download.zip'],
    ['one\ntwo\u0000three', 'one two three.zip'],
    ['exe\u202egpj', 'exe gpj.zip'],
    ['E\u0301te\u0301', '\u00c9t\u00e9.zip'],
    ['v1.2', 'v1.2.zip'],
    ['\ud800x', '\ufffdx.zip'],
  ])('of %j is %s', (title, name) => {
    expect(fileNameOf(title, 'zip')).toBe(name);
  });

  it('fits into what file systems take, with whole characters', () => {
    const name = fileNameOf('東'.repeat(1_000), 'zip');
    expect(name).toBe(`${'東'.repeat(80)}.zip`);
    expect(fileNameOf(`a${'東'.repeat(1_000)}`, 'zip')).toBe(`a${'東'.repeat(79)}.zip`);
  });
});
