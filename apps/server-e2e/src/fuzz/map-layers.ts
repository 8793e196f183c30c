const by = { one: { by: 'one', color: '#2a6f97' } } as const;
const ramp = { by: 'ramp', property: 'beds', ramp: 'Viridis', domain: [0, 200] } as const;
const classes = {
  by: 'class',
  property: 'beds',
  method: 'equal',
  ramp: 'YlGnBu',
  breaks: [10, 20.5, 1e9],
} as const;
const category = {
  by: 'category',
  property: 'name',
  colors: [
    { value: 'n1', color: '#AA0000' },
    { value: 2, color: '#00aa00', name: 'Two' },
  ],
} as const;

const STYLES = [
  { color: by.one },
  { color: category, label: { template: '{name} ({beds})', size: 12 } },
  { color: classes, size: { by: 'ramp', property: 'beds', domain: [0, 200], range: [2, 20] } },
  { color: ramp, drawAs: 'heat' },
  { color: ramp, drawAs: 'hexagons' },
  { color: classes, drawAs: 'clusters', opacity: 0.5 },
  { color: by.one, icon: { by: 'one', icon: 'hut' }, width: { by: 'one', size: 2 } },
] as const;
const FILTERS = ['p.beds>=10', 'p.name=n1,n2&p.beds<100', 'tags=a+b', 'p.beds!=.null', 'f.id=f1'];
const POPUPS = [{ title: '{name}' }, { fields: [{ property: 'beds', name: 'Beds' }], link: '{name}' }];
const TABLES = [['beds'], ['name', 'beds', '__proto__'], []];

const pick = <T>(all: readonly T[], index: number): T | undefined => all[index % all.length];

/** A layer that can be made: what it is made of depends on the number. */
export function realLayer(number: number): object {
  return {
    title: `Layer ${number}`,
    style: pick(STYLES, number),
    ...(number % 2 === 0 && { filter: pick(FILTERS, number / 2) }),
    ...(number % 3 === 0 && { popup: pick(POPUPS, number / 3) }),
    ...(number % 4 === 0 && { table: pick(TABLES, number / 4) }),
  };
}
