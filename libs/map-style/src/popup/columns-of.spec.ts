import { describe, expect, it } from '@jest/globals';
import { columnsOf, rowOf } from './columns-of.js';

const popup = { title: '{name}', fields: [{ property: 'beds', name: 'Beds' }] };

describe('a table of features', () => {
  it('has the columns that the layer names, or all that it shows, called as in the popup', () => {
    expect(columnsOf({ popup, table: ['beds', 'open'] }, ['name'])).toEqual([
      { property: 'beds', name: 'Beds' },
      { property: 'open' },
    ]);
    const shown = columnsOf({ popup, table: [] }, ['name', 'beds', 'open']);
    expect(shown.map(({ property }) => property)).toEqual(['beds', 'open']);
    expect(columnsOf({}, [])).toEqual([]);
  });

  it('has a row for each feature, with its title or else its id, and nothing where there is no value', () => {
    const columns = columnsOf({ popup }, ['beds', 'open']);
    expect(rowOf({ id: '7', properties: { name: 'Lower', beds: 12 } }, { popup, columns })).toEqual({
      title: 'Lower',
      cells: ['12', ''],
    });
    expect(rowOf({ id: '7', properties: {} }, { columns }).title).toBe('7');
  });
});
