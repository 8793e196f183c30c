import { expect, it } from '@jest/globals';
import { normaliseTags } from './tags.js';

it.each([
  ['in lower case', ['Berlin,Birnen', 'birnen', 'C++', 'Ref_A', ''], ['berlin', 'birnen', 'c++', 'ref_a']],
  ['in their own case', ['~Own', 'ref_A', 'sourceID_X', '@A,b'], ['~Own', 'ref_A', 'sourceID_X', '@A,b']],
  ['whole', ['Ærø', 'R', 'Straße', 'strae'], ['Ærø', 'r', 'Straße', 'strae']],
  ['with their accents', ['Zürich', 'zurich', 'año', 'ano'], ['Zürich', 'zurich', 'año', 'ano']],
  [
    'in any script',
    ['東京', 'Москва', 'Ελλάδα', 'ירושלים', '서울', 'ref_Ü'],
    ['東京', 'Москва', 'Ελλάδα', 'ירושלים', '서울', 'ref_Ü'],
  ],
  ['of several code points', ['👩‍🚒', '🇨🇭', '❤️'], ['👩‍🚒', '🇨🇭', '❤️']],
  ['once', ['Äpfel', 'A\u0308pfel', '가', '\u1100\u1161'], ['Äpfel', '가']],
])('keeps tags %s', (_, given, kept) => {
  expect(normaliseTags(given)).toEqual(kept);
});

it('leaves tags alone that were stored without what is beyond ASCII', () => {
  const stored = ['apfel', 'strae', 'c++', '~Own', 'ref_Unit', 'sourceID_X', '@A\u0308,B'];
  expect(normaliseTags(stored)).toEqual(stored);
});
