import type { Texts } from '../en/texts.ts';
import { counted } from './images.ts';

export const places: Texts['places'] = {
  action: 'Ort setzen',
  button: 'Ort',
  coordinates: 'Koordinaten',
  done: (count) => (count === 1 ? 'Der Ort ist gesetzt.' : `Der Ort von ${count} Fotos ist gesetzt.`),
  doneOf: ({ done, all, failed }) => counted(`Ort von ${done} der ${all} gesetzt`, failed),
  hint: 'Breite und Länge, wie Karten sie kopieren, etwa 47.3769, 8.5417.',
  map: 'Karte, auf der du den Ort wählst',
  mapHint: 'Oder klicke auf die Karte. Die Markierung lässt sich ziehen.',
  marker: 'Ort. Die Pfeiltasten verschieben ihn.',
  placeless: 'Fotos ohne Ort',
  placelessText: 'Wähle die aus, die am selben Ort aufgenommen wurden, und setze ihn auf einer Karte.',
  selectNew: (count) => (count === 1 ? 'Das neue auswählen' : `Die ${count} neuen auswählen`),
  takeAway: 'Den Ort aus der Datei nehmen',
  takenAway: (count) =>
    count === 1 ? 'Es gilt der Ort aus der Datei.' : `Für ${count} Fotos gilt der Ort aus ihren Dateien.`,
  title: (count) =>
    count === 1 ? 'Wo wurde es aufgenommen?' : `Wo wurden diese ${count} Fotos aufgenommen?`,
  undone: 'Die früheren Orte sind wieder da.',
  wrong: 'Gib Breite und Länge an, etwa 47.3769, 8.5417, oder klicke auf die Karte.',
};
