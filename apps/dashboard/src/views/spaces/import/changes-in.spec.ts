import { expect, it } from '@jest/globals';
import { de } from '../../../i18n/de/texts.ts';
import { en } from '../../../i18n/en/texts.ts';
import { changesIn } from './changes-in.ts';

const report = { inserted: 12, updated: 3, unmodified: 1, failed: 0 };
const inEnglish = { language: 'en', number: String };
const inGerman = { language: 'de', number: String };

it('says all of it, and the button what is changed', () => {
  expect(changesIn(report, en.dataFiles, inEnglish)).toEqual({
    all: 'add 12, change 3, and leave 1 as it is',
    action: 'Add 12 and change 3',
  });
  expect(changesIn(report, de.dataFiles, inGerman)).toEqual({
    all: '12 hinzufügen, 3 ändern und 1 unverändert lassen',
    action: '12 hinzufügen und 3 ändern',
  });
});

it('has nothing for the button where nothing is changed', () => {
  const same = { inserted: 0, updated: 0, unmodified: 40, failed: 0 };
  expect(changesIn(same, en.dataFiles, inEnglish)).toEqual({ all: 'leave 40 as they are', action: '' });
});
