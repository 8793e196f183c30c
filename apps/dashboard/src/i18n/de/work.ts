import type { Texts } from '../en/texts.ts';

export const work: Texts['work'] = {
  title: 'In Arbeit',
  clear: 'Liste leeren',
  details: 'Details',
  failed: (count) => (count === 1 ? 'Eines fehlgeschlagen' : `${count} fehlgeschlagen`),
  hurry: 'Jetzt',
  left: (time) => `noch ${time}`,
  leaveOut: (name) => `${name} weglassen`,
  more: (count) => `… und ${count} weitere`,
  nothing: 'Gerade läuft nichts.',
  retry: (name) => `${name} erneut versuchen`,
  retryFailed: 'Alle erneut versuchen',
  goOn: 'Weitermachen',
  stop: 'Anhalten',
  stopped: 'Angehalten',
  waits: (why, time) => `${why} Weiter in ${time}`,
  waitsFor: {
    asked: 'Der Server bittet um Geduld.',
    busy: 'Der Server ist beschäftigt.',
    offline: 'Der Server ist nicht erreichbar.',
  },
};
