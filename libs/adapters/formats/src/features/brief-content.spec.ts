import { describe, expect, it } from '@jest/globals';
import type { FileContent, FileItem } from '@cairn/spaces';
import { briefContent } from './brief-content.js';

const column = (name: string) => ({ name, type: 'text', as: name, omit: false }) as const;
const item = (at: number, text = ''): FileItem => ({
  at,
  feature: { type: 'Feature', geometry: null, properties: { text } },
});
const content: FileContent = { format: 'geojson', columns: [column('a')], sample: [item(1), item(2)] };

describe('what is told of a file', () => {
  it('is all that there is, if that is little', () => {
    expect(briefContent(content)).toEqual(content);
  });

  it('has the first thousand columns and layers', () => {
    const names = Array.from({ length: 1_001 }, (_, index) => `n${index}`);
    const { columns, layers } = briefContent({
      ...content,
      columns: names.map(column),
      layers: names.map((name) => ({ name })),
    });
    expect(columns.map(({ name }) => name)).toEqual(names.slice(0, 1_000));
    expect(layers?.map(({ name }) => name)).toEqual(names.slice(0, 1_000));
  });

  it('has no more of them than 4 million characters, and a large feature by itself', () => {
    const long = 'x'.repeat(3_000_000);
    const { columns, sample } = briefContent({
      ...content,
      columns: [column('a'), column(long), column('b')],
      sample: [item(1, long + long), item(2)],
    });
    expect(columns).toEqual([column('a')]);
    expect(sample).toEqual([item(1, long + long)]);
  });

  it('has the beginnings of long reasons', () => {
    const { sample } = briefContent({ ...content, sample: [{ at: 1, reason: 'x'.repeat(10_000) }] });
    expect(sample).toEqual([{ at: 1, reason: `${'x'.repeat(500)}…` }]);
  });
});
