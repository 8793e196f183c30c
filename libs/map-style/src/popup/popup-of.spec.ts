import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { popups } from '../layers/random-maps.spec.kit.js';
import { popupOf } from './popup-of.js';

describe('a popup', () => {
  it('tells the values of a feature as they are', () => {
    const fields = ['height', 'planted', 'protected', 'tags', 'none', 'empty', 'absent'].map((property) => ({
      property,
    }));
    const properties = { name: '<b>Oak</b> & {name}', height: 12.5, planted: '2024-03-01', protected: false, tags: ['a', 1], none: null, empty: '' }; // prettier-ignore
    const popup = { title: '{name}', template: '{height} m, {{{absent}}}', fields: [...fields, { property: 'height', name: 'Height' }] }; // prettier-ignore
    expect(popupOf(popup, properties)).toEqual({
      title: '<b>Oak</b> & {name}',
      text: '12.5 m, {}',
      fields: [
        { name: 'height', value: '12.5' },
        { name: 'planted', value: '2024-03-01' },
        { name: 'protected', value: 'false' },
        { name: 'tags', value: '["a",1]' },
        { name: 'Height', value: '12.5' },
      ],
    });
  });

  it('leaves out what the feature has no value for', () => {
    const popup = {
      title: '{name} ({height} m)',
      template: 'A tree.',
      picture: '{photo}',
      link: '{website}',
    };
    expect(popupOf(popup, {})).toEqual({ text: 'A tree.', fields: [] });
    expect(popupOf(popup, { height: 3 }).title).toBe(' (3 m)');
    expect(popupOf({ title: '{__proto__}', fields: [{ property: 'constructor' }] }, {})).toEqual({
      fields: [],
    });
    expect(popupOf({}, { name: 'x' })).toEqual({ fields: [] });
  });

  it('shows no control characters and no text without end', () => {
    const { title, fields } = popupOf({ title: '{a}', fields: [{ property: 'b' }] }, { a: 'x\u0000\u202ey\tz\n\ud800', b: 'é'.repeat(5_000) }); // prettier-ignore
    expect(title).toBe('xy\tz\n\ufffd');
    expect(fields[0]?.value).toBe(`${'é'.repeat(2_000)}…`);
  });

  const own = ['/cdn/oak.jpg?w=600', '/cdn/a%20b.jpg'];
  const web = ['https://example.org/oak.jpg', 'http://example.org', 'HTTPS://example.org:8080/?a=b#c@d', ' https://example.org/a ']; // prettier-ignore
  const mail = ['mailto:me@example.org'];
  const wrong = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'file:///etc/passwd',
    'ftp://example.org/a',
    '//example.org/a.jpg',
    '/\\example.org/a.jpg',
    '/\t/example.org/a.jpg',
    'https:/\\example.org',
    'https:example.org',
    'https://',
    'https://bank.example@example.org/',
    'https://example.org/a b',
    'oak.jpg',
    'mailto:',
    `https://example.org/${'a'.repeat(2_000)}`,
  ];

  it('has pictures of the web and of the same service', () => {
    const picture = (photo: string) => popupOf({ picture: '{photo}' }, { photo }).picture;
    expect([...own, ...web].map(picture)).toEqual([...own, ...web].map((address) => address.trim()));
    expect([...mail, ...wrong].filter((address) => picture(address) !== undefined)).toEqual([]);
  });

  it('has links to the web and to mail', () => {
    const link = (website: string) => popupOf({ link: '{website}' }, { website }).link;
    expect([...mail, ...web].map(link)).toEqual([...mail, ...web].map((address) => address.trim()));
    expect([...own, ...wrong].filter((address) => link(address) !== undefined)).toEqual([]);
  });

  it('encodes values within an address', () => {
    const link = (template: string, ref: unknown) => popupOf({ link: template }, { ref }).link;
    expect(link('https://example.org/{ref}?a=b', '../x?y#z&ü\ud800')).toBe('https://example.org/..%2Fx%3Fy%23z%26%C3%BC%EF%BF%BD?a=b'); // prettier-ignore
    expect(link('https://example.org/{ref}', undefined)).toBeUndefined();
    expect(link('java{ref}', 'script:alert(1)')).toBeUndefined();
    expect(link('mailto:{ref}@example.org', 'me')).toBe('mailto:me@example.org');
  });

  it('of any kind tells any feature, with addresses that are safe', () => {
    const value = fc.oneof(fc.constantFrom(...wrong, ...web), fc.jsonValue());
    const properties = fc.dictionary(
      fc.oneof(fc.constantFrom('name', 'kind', 'height', 'id'), fc.string()),
      value,
    );
    fc.assert(
      fc.property(popups, properties, (popup, members) => {
        const { picture = '/', link = 'http:' } = popupOf(popup, members);
        expect(new URL(picture, 'https://cairn.example').protocol).toMatch(/^https?:$/);
        expect(link).toMatch(/^(https?|mailto):/i);
      }),
      { numRuns: 300 },
    );
  });
});
