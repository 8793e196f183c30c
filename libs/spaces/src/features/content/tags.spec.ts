import { expect, it } from '@jest/globals';
import { normaliseTags } from './tags.js';

it('normalises tags, and keeps each once', () => {
  const tags = ['Äpfel,Birnen', 'birnen', '@Ä,B', '~Own', 'ref_Ünit', 'sourceID_X', '海', '', 'Ref_A'];
  expect(normaliseTags(tags)).toEqual(['apfel', 'birnen', '@Ä,B', '~Own', 'ref_Unit', 'sourceID_X', 'ref_a']);
});
