import type { Texts } from '../en/texts.ts';

export const photos: Texts['photos'] = {
  title: 'Fotokarte',
  text: 'Wo deine Fotos aufgenommen wurden, wie es in den Dateien steht oder du es gesetzt hast.',
  all: 'Alle Bilder',
  byDay: (count, text) =>
    count === 1 ? 'Dieses Foto nach Tagen zeigen' : `Diese ${text} Fotos nach Tagen zeigen`,
  choose: 'Fotos auf einer Karte zeigen',
  chooseText: (name) =>
    `Jedes Foto von „${name}“, das einen Standort hat, wird ein Punkt des Space. Er folgt seinem Bild: Neue Fotos kommen dazu, gelöschte verschwinden.`,
  column: 'Fotos auf einer Karte',
  done: (count, text) => (count === 1 ? 'ein Bild geprüft' : `${text} Bilder geprüft`),
  empty: 'Noch keine Fotos auf der Karte',
  emptyText:
    'Zeige deine Fotos auf einer Karte: Die mit einem Standort erscheinen hier und auf jeder Karte des Space.',
  faults: {
    'space-read-only': 'Der Space ist schreibgeschützt. Erlaube in ihm das Schreiben und versuche es erneut.',
    'space-inactive': 'Der Space ist nicht aktiv. Die Fotos kommen, wenn er es wieder ist.',
    'space-forbidden': 'Der Space gehört jetzt jemand anderem.',
  },
  key: 'Mit einem Schlüssel hochgeladen',
  list: 'Fotos auf der Karte',
  newSpace: 'Neuer Space',
  newTitle: 'Fotos',
  none: 'Kein Foto hat einen Standort',
  noneText:
    'Hier erscheinen Fotos mit einem Standort. Kameras und Handys schreiben ihn in die Datei, wenn man es erlaubt.',
  open: 'Bild öffnen',
  photo: 'Foto',
  privacy: 'Standorte sind persönlich: Wer den Space lesen darf, sieht, wo die Fotos aufgenommen wurden.',
  put: 'Dort zeigen',
  sharedWarning: 'Dieser Space ist geteilt: Alle mit einem Schlüssel sehen, wo die Fotos aufgenommen wurden.',
  sources: 'Woher die Fotos kommen',
  space: 'Space',
  states: {
    filling: 'Wird gefüllt',
    current: 'Aktuell',
    blocked: 'Blockiert',
    removing: 'Wird herausgenommen',
  },
  switch: 'Diese Fotos auf einer Karte zeigen',
  switchNamed: (name) => `Die Fotos von „${name}“ auf einer Karte zeigen`,
  takeOut: 'Herausnehmen',
  takeOutText: (name) =>
    `Die Punkte der Fotos von „${name}“ verschwinden aus dem Space, samt dem, was dort an ihnen geändert wurde. Die Bilder bleiben.`,
  takeOutTitle: (space) => `Fotos aus „${space}“ herausnehmen`,
  through: (folder, space) => `Schon in „${space}“, durch „${folder}“`,
};
