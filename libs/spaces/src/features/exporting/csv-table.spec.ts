import { expect, it } from '@jest/globals';
import { csvCell } from './csv-table.js';

it.each(['=1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1'])(
  'a text that a spreadsheet would run is escaped, or kept where that is asked for: %j',
  (text) => {
    const bare = (cell: string): string => cell.replace(/^"(.*)"$/s, '$1');
    expect(bare(csvCell(text, 'escaped'))).toBe(`'${text}`);
    expect(bare(csvCell(text, 'kept'))).toBe(text);
  },
);

it('a text that only holds such characters is kept', () => {
  expect(csvCell('a=1', 'escaped')).toBe('a=1');
});
