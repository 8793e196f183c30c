import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

const en = {
  language: 'en',
  more: 'More pictures',
  start: 'From the beginning',
  back: 'All pictures',
  previous: 'Previous',
  next: 'Next',
  download: 'Download the original',
  downloadAll: 'Download all',
  picture: 'Picture',
  slideshow: 'Slideshow',
  close: 'Close',
  empty: 'There are no pictures here yet.',
  locked: 'This link needs a password.',
  password: 'Password',
  open: 'Open',
  wrong: 'That is not the password.',
  gone: 'This link does not work any more',
  goneWhy: 'It has expired, or was taken back. Ask whoever gave it to you for another one.',
  add: 'Add a picture',
  send: 'Send',
  addHint: 'Everybody with this link sees what you add. Only its owner can remove it.',
  failed: 'Not added:',
  refused: 'The picture was not added',
  refusals: {
    'contribution-refused': 'This link shows pictures, but takes none.',
    'album-full': 'There is no room for another one here.',
    'quota-exceeded': 'There is no room for another one here.',
    'storage-full': 'There is no room for another one here.',
    'file-too-large': 'Its file is too large.',
    'too-many-pixels': 'It is too large.',
    'unsupported-image-type': 'This kind of file is not taken: send a JPEG, PNG, WebP, GIF or AVIF.',
    'undecodable-image': 'The file is damaged.',
    'rate-limited': 'Too many have come at once. Try again in a minute.',
  },
  refusedOtherwise: 'Choose a picture and try again.',
  pictures: (count: number) => `${count} ${count === 1 ? 'picture' : 'pictures'}`,
};

const de: typeof en = {
  language: 'de',
  more: 'Weitere Bilder',
  start: 'Von vorn',
  back: 'Alle Bilder',
  previous: 'Zurück',
  next: 'Weiter',
  download: 'Original herunterladen',
  downloadAll: 'Alle herunterladen',
  picture: 'Bild',
  slideshow: 'Diaschau',
  close: 'Schließen',
  empty: 'Hier sind noch keine Bilder.',
  locked: 'Dieser Link braucht ein Passwort.',
  password: 'Passwort',
  open: 'Öffnen',
  wrong: 'Das ist nicht das Passwort.',
  gone: 'Dieser Link geht nicht mehr',
  goneWhy: 'Er ist abgelaufen oder wurde zurückgenommen. Bitte um einen neuen.',
  add: 'Bild hinzufügen',
  send: 'Senden',
  addHint: 'Alle mit diesem Link sehen, was du hinzufügst. Entfernen kann es nur, wem der Link gehört.',
  failed: 'Nicht hinzugefügt:',
  refused: 'Das Bild wurde nicht hinzugefügt',
  refusals: {
    'contribution-refused': 'Über diesen Link lassen sich Bilder nur ansehen.',
    'album-full': 'Hier ist kein Platz für ein weiteres.',
    'quota-exceeded': 'Hier ist kein Platz für ein weiteres.',
    'storage-full': 'Hier ist kein Platz für ein weiteres.',
    'file-too-large': 'Die Datei ist zu groß.',
    'too-many-pixels': 'Es ist zu groß.',
    'unsupported-image-type': 'Diese Art von Datei geht nicht: Sende ein JPEG, PNG, WebP, GIF oder AVIF.',
    'undecodable-image': 'Die Datei ist beschädigt.',
    'rate-limited': 'Es kamen zu viele auf einmal. Versuche es in einer Minute noch einmal.',
  },
  refusedOtherwise: 'Wähle ein Bild und versuche es noch einmal.',
  pictures: (count) => `${count} ${count === 1 ? 'Bild' : 'Bilder'}`,
};

export type Texts = typeof en;

/** The texts of the page in the language that the reader prefers. */
export function textsFor({ headers }: Pick<IncomingMessage, 'headers'>): Texts {
  return new Negotiator({ headers }).language(['en', 'de']) === 'de' ? de : en;
}
