import type { Texts } from '../en/texts.ts';
import { counted } from './images.ts';

export const times: Texts['times'] = {
  action: 'Zeit setzen',
  actions: { set: 'Zeit setzen', shift: 'Zeit verschieben', files: 'Angaben der Dateien nehmen' },
  before: (time) => `Das erste Foto: ${time}.`,
  button: 'Zeit',
  choice: 'Was soll sich ändern?',
  choices: {
    set: 'Eine Zeit setzen',
    shift: 'Früher oder später stellen',
    files: 'Angaben der Dateien nehmen',
  },
  date: 'Datum',
  dateWrong: 'Wähle ein Datum.',
  days: 'Tage',
  direction: 'Richtung',
  directions: { later: 'Später: Die Uhr ging nach', earlier: 'Früher: Die Uhr ging vor' },
  done: (count) => (count === 1 ? 'Die Zeit ist gesetzt.' : `Die Zeit von ${count} Fotos ist gesetzt.`),
  doneOf: ({ done, all, failed }) => counted(`Zeit von ${done} der ${all} geändert`, failed),
  example: (before, after) => `Das erste Foto: ${before} → ${after}.`,
  filesText:
    'Nimmt von Hand gesetzte Zeiten zurück. Dann gilt wieder, was die Kamera geschrieben hat, sonst der Name oder das Datum der Datei.',
  from: {
    person: 'von Hand gesetzt',
    name: 'vermutet nach dem Namen der Datei',
    file: 'vermutet nach dem Datum der Datei',
  },
  given: (count) =>
    count === 1 ? 'Es gilt die Zeit aus der Datei.' : `Für ${count} Fotos gilt die Zeit aus ihren Dateien.`,
  hours: 'Stunden',
  minutes: 'Minuten',
  noneShifted: 'Nichts wurde verschoben: Es gibt noch keine Zeit.',
  shifted: (count) =>
    count === 1 ? 'Die Zeit ist verschoben.' : `Die Zeit von ${count} Fotos ist verschoben.`,
  shiftText:
    'Für eine Kamera, deren Uhr falsch ging oder in einer anderen Zeitzone war. Fotos ohne Zeit bleiben, wie sie sind.',
  shiftWrong: 'Gib in ganzen Tagen, Stunden oder Minuten an, um wie viel.',
  time: 'Uhrzeit',
  timeHint: 'Ohne Angabe 12 Uhr mittags.',
  title: (count) =>
    count === 1 ? 'Wann wurde es aufgenommen?' : `Wann wurden diese ${count} Fotos aufgenommen?`,
  undone: 'Die früheren Zeiten sind wieder da.',
};
