import { expect, it } from '@jest/globals';
import { propertiesOf } from './properties-of.js';

it('a map gives the properties of its style and its popup, and no others', () => {
  const domain = [0, 1] as const;
  const style = {
    color: { by: 'ramp', property: 'color', ramp: 'Blues', domain },
    size: { by: 'ramp', property: 'size', domain, range: [1, 2] },
    width: { by: 'ramp', property: 'width', domain, range: [1, 2] },
    icon: { by: 'category', property: 'icon', icons: [{ value: 1, icon: 'a' }], other: 'b' },
    label: { template: '{label} {{x}} {size}', priority: { property: 'priority', first: 'greatest' } },
  } as const;
  const popup = { title: '{title}', template: '{text}', picture: '{picture}', link: 'https://example.org/{link}', fields: [{ property: 'field', name: 'unnamed' }] }; // prettier-ignore
  const named = ['color', 'icon', 'label', 'priority', 'size', 'width'];
  expect(propertiesOf(style)).toEqual(named);
  expect(propertiesOf(style, popup)).toEqual(
    [...named, 'field', 'link', 'picture', 'text', 'title'].toSorted(),
  );
  expect(propertiesOf({ color: { by: 'one', color: '#ff0000' }, label: { property: 'name' } })).toEqual([
    'name',
  ]);
  expect(propertiesOf({ color: { by: 'one', color: '#ff0000' } }, {})).toEqual([]);
});
