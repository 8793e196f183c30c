import { popupFaults, styleFaults } from '@cairn/map-style';
import { expect, it } from '@jest/globals';
import { en } from '../../../i18n/en/texts.ts';
import { faultText } from './fault-text.ts';

const said = en.mapEditing.faults;

it('says beside a field what is wrong with it', () => {
  const color = { by: 'class', property: 'a', method: 'equal', ramp: 'Blues', breaks: [2, 1] };
  const faults = styleFaults({
    color,
    size: { by: 'one', size: NaN },
    opacity: 2,
    label: { template: '{a' },
  });
  const told = (pointer: string) => faultText(faults, pointer, said);
  expect(told('/color/breaks/1')).toBe(said.ascending);
  expect(told('/color')).toBe(said.ascending);
  expect([told('/size/size'), told('/opacity'), told('/label/template')]).toEqual([said.number, said.number, said.brace]); // prettier-ignore
  expect([told('/color/breaks/0'), told('/lab')]).toEqual([undefined, undefined]);
  expect(faultText(popupFaults({ title: '' }), '/title', said)).toBe(said.brace);
  const range = { by: 'ramp', property: 'a', domain: [1, 1], range: [1, 2] };
  expect(faultText(styleFaults({ size: range }), '/size/domain', said)).toBe(said.domain);
});
