import { counted } from './images.ts';
import type { Texts } from '../en/texts.ts';

const restorable = (days: number | undefined, verb: 'lässt' | 'lassen' = 'lässt'): string =>
  days === undefined
    ? ''
    : ` und ${verb} sich ${days === 1 ? 'einen Tag' : `${days} Tage`} lang wiederherstellen`;

export const trash: Texts['trash'] = {
  title: 'Papierkorb',
  text: 'Gelöschtes lässt sich wiederherstellen, bis seine Frist vorbei ist.',
  goesToTrash: {
    one: (days) => `Es kommt in den Papierkorb${restorable(days)}. Links dorthin gehen ab sofort nicht mehr.`,
    feature: (days) => `Es kommt in den Papierkorb${restorable(days)}.`,
    many: (days) =>
      `Sie kommen in den Papierkorb${restorable(days, 'lassen')}. Links dorthin gehen ab sofort nicht mehr.`,
  },
  isFinal: 'Dieser Server hat keinen Papierkorb: Das lässt sich nicht rückgängig machen.',
  undo: 'Rückgängig',
  undone: (count) => (count === 1 ? 'Es ist wieder da.' : `${count} sind wieder da.`),
  left: (count) =>
    count === 1 ? 'Eines ließ sich nicht wiederherstellen.' : `${count} ließen sich nicht wiederherstellen.`,
  restore: 'Wiederherstellen',
  restoreNamed: (title) => `„${title}“ wiederherstellen`,
  restoreAll: 'Alle wiederherstellen',
  restoredOf: ({ done, all, failed }) => counted(`${done} von ${all} wiederhergestellt`, failed),
  renamed: (title) => `„${title}“ ist mit einem anderen Namen wieder da: Der eigene war vergeben.`,
  empty: 'Der Papierkorb ist leer',
  emptyText: 'Gelöschte Bilder, Alben, Spaces, Features und Karten liegen hier einige Tage.',
  emptyAll: 'Papierkorb leeren',
  emptyAllText: 'Alles darin wird endgültig gelöscht. Das lässt sich nicht rückgängig machen.',
  emptied: 'Der Papierkorb ist leer.',
  purge: 'Endgültig löschen',
  purgeNamed: (title) => `„${title}“ endgültig löschen`,
  purgeText: 'Das lässt sich nicht rückgängig machen.',
  kinds: { image: 'Bild', album: 'Album', space: 'Space', features: 'Features', map: 'Karte' },
  detail: (kind, deleted, until) => `${kind}, gelöscht ${deleted}, bis ${until}`,
};
