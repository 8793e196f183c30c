import { describe, expect, it } from '@jest/globals';
import { LayerFileNames } from './layer-file-names.js';

const stemOf = (title: string): string => new LayerFileNames(0, title).geoJson.replace(/\.geojson$/, '');

describe('the names of the files of a layer', () => {
  it('say what the layer is called', () => {
    expect(stemOf('Hütten (2026)')).toBe('layers/1-hutten-2026');
    expect(new LayerFileNames(11, 'Huts').tiles('cells')).toBe('layers/12-huts.cells.pmtiles');
  });

  it.each([
    ['../../etc/passwd', 'layers/1-etc-passwd'],
    ['C:\\con', 'layers/1-c-con'],
    ['<script>alert(1)</script>', 'layers/1-script-alert-1-script'],
    ['a\u202egnp.exe\0', 'layers/1-a-gnp-exe'],
    ['..', 'layers/1'],
    ['地図', 'layers/1'],
    ['', 'layers/1'],
  ])('lead nowhere else: %j', (title, stem) => expect(stemOf(title)).toBe(stem));

  it('are short', () => expect(stemOf(`${'ab '.repeat(1_000)}`).length).toBeLessThan(60));

  it('differ, also where a system ignores case', () => {
    const names = ['A', 'a'].map((title, index) => new LayerFileNames(index, title).geoJson);
    expect(new Set(names).size).toBe(2);
  });
});
