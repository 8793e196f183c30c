import { counted } from './images.ts';
import type { Texts } from '../en/texts.ts';

export const visibility: Texts['visibility'] = {
  label: 'Sichtbarkeit',
  names: { public: 'Öffentlich', unlisted: 'Nicht gelistet', private: 'Privat' },
  texts: {
    public: 'Alle können es sehen.',
    unlisted: 'Wer die Adresse hat, kann es sehen.',
    private: 'Nur Personen und Schlüssel dieses Kontos können es sehen, und wer einen Link hat.',
  },
  alsoThose: 'Auch die Bilder ändern, die schon da sind',
  alsoThoseText: 'Alle Bilder im Ordner und in seinen Unterordnern.',
  change: 'Sichtbarkeit ändern',
  changed: 'Sichtbarkeit geändert.',
  changedOf: ({ done, all, failed }) => counted(`Sichtbarkeit von ${done} von ${all} geändert`, failed),
  folderSaved: 'Für neue Bilder gespeichert.',
  folderText: 'Sie gilt für alles, was ab jetzt kommt, auch in Ordnern darunter, die selbst keine haben.',
  fromAbove: (name) => `Wie der übergeordnete Ordner: ${name}`,
  fromFolder: (name) => `Wie der Ordner: ${name}`,
  fromFolders: 'Wie der jeweilige Ordner',
  keepsAddress: 'Die Adressen bleiben. Wer die eines nicht gelisteten Bildes kennt, kann es weiterhin sehen.',
  metadata: 'Ort und Kamera in den Dateien',
  metadataNames: { hide: 'Behalten, nur für mich', remove: 'Endgültig entfernen' },
  metadataTexts: {
    hide: 'Dateien werden vollständig gespeichert. Andere erhalten sie ohne Angaben zu Personen und Orten.',
    remove: 'Angaben zu Personen und Orten werden nicht gespeichert.',
  },
  metadataFromAbove: 'Wie der übergeordnete Ordner',
  metadataOfServer: 'Wie am Server eingestellt',
  newHere: 'Neue Bilder hier:',
  noDefault: (name) => `Standard: ${name}`,
  ofCount: (count) => (count === 1 ? 'Sichtbarkeit eines Bildes' : `Sichtbarkeit von ${count} Bildern`),
  ofFolder: (path) => `Neue Bilder in „${path}“`,
  ofNew: 'Sichtbarkeit neuer Bilder',
  ofUploads: 'Neue Bilder',
};
