import { describe, expect, it } from '@jest/globals';
import { textsIn } from '../../sharing/page/texts.js';
import { folderPage } from './folder-page.js';
import { folderReadme } from './folder-readme.js';

const odd = '"><script>alert(1)</script>\u202egnp';

describe('the page of an exported map', () => {
  it('has no other address than those of its folder', () => {
    const page = folderPage({ title: 'Huts', description: 'Of 2026' }, 'assets/map.js', textsIn('de-CH'));
    const addresses = [...page.matchAll(/(?:src|href|data-light|data-dark)="([^"]*)"/g)].map(
      ([, address]) => address,
    );
    expect(addresses).toEqual(['data:,', 'style.json', 'style-dark.json', 'assets/map.js']);
    expect(page).toMatch(/<html lang="de">[^]*<h1>Huts<\/h1>\n<p>Of 2026<\/p>/);
  });

  it('shows titles as text', () =>
    expect(
      folderPage({ title: odd, description: odd }, 'a.js', textsIn('en')).match(/<script/g),
    ).toHaveLength(1));
});

describe('the readme', () => {
  const exported = { map: { title: odd }, hasPage: true, exportedAt: new Date(0), left: ['Lost\nlayer'] };

  it('has no characters that hide what is there', () => {
    expect(folderReadme(exported)).not.toMatch(/[\u202a-\u202e\0]/);
    expect(folderReadme(exported)).toContain('- Lost layer\n');
  });

  it('speaks of a page only where there is one', () =>
    expect(folderReadme({ ...exported, hasPage: false })).not.toContain('index.html'));
});
