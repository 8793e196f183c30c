import { NAMESPACE, type PropertyFilter } from '@cairn/spaces';
import type { Contract } from '../contract.js';
import { aFeature, NOW, openSpace, writing, type FeatureStorePorts } from './feature-store-ports.js';
import { assertFound, writeValues } from './found.js';

type Operator = Extract<PropertyFilter, { kind: 'compare' }>['operator'];

const compare = (
  path: string,
  operator: Operator,
  ...values: (string | number | boolean | null)[]
): PropertyFilter => ({
  kind: 'compare',
  operator,
  values,
  path: path.split('/'),
});
const contain = (
  path: string,
  ...values: Extract<PropertyFilter, { kind: 'contain' }>['values']
): PropertyFilter => ({
  kind: 'contain',
  values,
  path: path.split('/'),
});

/** More than the levels that an expression of SQL may have. */
const many = Array.from({ length: 1_500 }, (_, number) => `other ${number}`);

/** How features are found by their members. */
export const featureFilterRules = {
  'a filter compares members of one type with each other': async (subject) => {
    const space = await openSpace(subject);
    const values = {
      one: 1,
      ten: 10,
      text: '10',
      word: 'b',
      Word: 'B',
      yes: true,
      nil: null,
      none: undefined,
      list: [1],
    };
    await writeValues(space, values);
    const found = (operator: Operator, ids: string, ...given: Parameters<typeof compare>[2][]) =>
      assertFound(space, { filter: compare('properties/v', operator, ...given) }, ids.split(' '));
    await found('equals', 'ten', 10);
    await found('equals', 'text', '10');
    await found('equals', 'one yes', true, 1, 2);
    await found('equals', 'nil none', null);
    await found('notEquals', 'Word list one text word yes', 10);
    await found('notEquals', 'list one word yes', 'B', 10, '10');
    await found('notEquals', 'Word list one ten text word yes', null);
    await found('greater', 'ten', 1);
    await found('atLeast', 'one ten', 1);
    await found('less', 'Word text', 'a');
    await found('atMost', 'Word text word', 'b');
    await found('startsWith', 'Word text', '1', 'B');
    await found('equals', 'one ten text yes', ...many, 1, 10, '10', true);
    await found('notEquals', 'Word list yes', ...many, 1, '10', 10, 'b');
    await found('startsWith', 'Word text', ...many, '1', 'B');
    await found('greater', 'ten word', ...many, 1, 'a');
  },

  'a filter finds texts that have a text in them, in any case': async (subject) => {
    const space = await openSpace(subject);
    await writeValues(space, {
      street: 'Große Straße 7',
      loud: 'STRASSE',
      istanbul: 'İstanbul',
      other: 'Weg',
      seven: 7,
      list: ['Straße'],
      none: undefined,
    });
    const found = (ids: string, ...given: Parameters<typeof compare>[2][]) =>
      assertFound(
        space,
        { filter: compare('properties/v', 'includes', ...given) },
        ids.split(' ').filter((id) => id !== ''),
      );
    await found('loud street', 'straße');
    await found('street', 'GROSSE s');
    await found('istanbul', 'İST');
    await found('istanbul other', 'tan', 'we');
    await found('', 7, null, '%', '_');
    await found('street', '7');
    await assertFound(
      space,
      { filter: { kind: 'not', filter: compare('properties/v', 'includes', 'e') } },
      'istanbul list none seven'.split(' '),
    );
  },

  'a filter finds elements of arrays and members of objects': async (subject) => {
    const space = await openSpace(subject);
    await writeValues(space, {
      flat: ['a', 1, null],
      deep: [{ k: 'a', n: [1, 2] }, ['a']],
      object: { k: 'a', n: [1, 2, 3] },
      scalar: 'a',
      none: undefined,
    });
    const found = (ids: readonly string[], ...given: Parameters<typeof contain>[1][]) =>
      assertFound(space, { filter: contain('properties/v', ...given) }, ids);
    await found(['flat', 'scalar'], 'a');
    await found(['flat'], 1);
    await found([], '1');
    await found(['deep', 'object'], { k: 'a' });
    await found(['deep', 'object'], { n: [2] });
    await found(['object'], { n: [3, 1] });
    await found(['flat', 'object', 'scalar'], { n: [3] }, 'a');
    await found(['deep', 'flat'], ['a']);
  },

  'filters are joined by and, or and not, and reach what is stored beside the text': async (subject) => {
    const space = await openSpace(subject);
    await space.write([
      writing(
        aFeature('1', { title: 'x', properties: { a: { b: 1 }, [NAMESPACE]: { tags: ['red', 'big'] } } }),
      ),
      writing(aFeature('2', { properties: { a: { b: 2 }, geometry: { type: 'Point' } }, geometry: null })),
    ]);
    await space.write([writing(aFeature('3', { tags: ['red'], properties: { a: 1 } }))], { now: NOW + 1 });
    const [one, two] = [compare('properties/a/b', 'equals', 1), compare('properties/a/b', 'equals', 2)];
    const found = (filter: PropertyFilter, ...ids: string[]) => assertFound(space, { filter }, ids);
    await found({ kind: 'or', filters: [one, two] }, '1', '2');
    await found({ kind: 'and', filters: [one, two] });
    await found({ kind: 'and', filters: [] }, '1', '2', '3');
    await found({ kind: 'or', filters: [] });
    await found(
      { kind: 'not', filter: { kind: 'or', filters: [one, compare('title', 'equals', 'y')] } },
      '2',
      '3',
    );
    await found(compare('title', 'startsWith', 'x'), '1');
    await found(compare('id', 'equals', 3, '1'), '1', '3');
    await found(contain('tags', 'red'), '1');
    await found(contain('tags', ...many, 'red'), '1');
    await found({ kind: 'and', filters: many.map(() => contain('tags', 'red')) }, '1');
    await found(contain(`properties/${NAMESPACE}/tags`, 'big', 'small'), '1');
    await found(compare('createdAt', 'greater', NOW), '3');
    await found(compare('version', 'equals', 1), '1', '2');
    await found(compare('geometry/type', 'equals', 'pOINT'), '1', '3');
    await found(compare('properties/geometry/type', 'equals', 'Point'), '2');
    await found(compare('properties/constructor', 'notEquals', 'x'));
    const scripts = ['東京', 'Ærø', 'c++', '👩‍🚒', 'a"b\\c'];
    await space.write(
      scripts.map((tag, index) =>
        writing(aFeature(`t${index}`, { properties: { [NAMESPACE]: { tags: [tag, 'any'] } } })),
      ),
    );
    for (const [index, tag] of scripts.entries()) await found(contain('tags', tag), `t${index}`);
    for (const other of ['東', 'ærø', 'r', 'c', '👩', 'a']) await found(contain('tags', other));
    await found(
      { kind: 'and', filters: [contain('tags', 'any'), contain('tags', 'Ærø', 'c++')] },
      't1',
      't2',
    );
  },
} satisfies Contract<FeatureStorePorts>;
