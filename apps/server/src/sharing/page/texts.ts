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
  map: 'Map',
  nowhere: 'No picture says where it was taken.',
  several: '{count} pictures',
  slideshow: 'Slideshow',
  zoom: 'Zoom',
  close: 'Close',
  empty: 'There are no pictures here yet.',
  locked: 'This link needs a password.',
  openAlone: 'Open it in a window of its own',
  password: 'Password',
  open: 'Open',
  wrong: 'That is not the password.',
  geoJson: 'Download as GeoJSON',
  gone: 'This link does not work any more',
  goneWhy: 'It has expired, or was taken back. Ask whoever gave it to you for another one.',
  pictures: (count: number) => `${count} ${count === 1 ? 'picture' : 'pictures'}`,
  features: (count: number) => `${count} ${count === 1 ? 'feature' : 'features'}`,
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
  map: 'Karte',
  nowhere: 'Kein Bild sagt, wo es aufgenommen wurde.',
  several: '{count} Bilder',
  slideshow: 'Diaschau',
  zoom: 'Vergrößern',
  close: 'Schließen',
  empty: 'Hier sind noch keine Bilder.',
  locked: 'Dieser Link braucht ein Passwort.',
  openAlone: 'In einem eigenen Fenster öffnen',
  password: 'Passwort',
  open: 'Öffnen',
  wrong: 'Das ist nicht das Passwort.',
  geoJson: 'Als GeoJSON herunterladen',
  gone: 'Dieser Link geht nicht mehr',
  goneWhy: 'Er ist abgelaufen oder wurde zurückgenommen. Bitte um einen neuen.',
  pictures: (count) => `${count} ${count === 1 ? 'Bild' : 'Bilder'}`,
  features: (count) => `${count} ${count === 1 ? 'Feature' : 'Features'}`,
};

export type Texts = typeof en;

/** The texts of the page in the language that the reader prefers. */
export function textsFor({ headers }: Pick<IncomingMessage, 'headers'>): Texts {
  return new Negotiator({ headers }).language(['en', 'de']) === 'de' ? de : en;
}
