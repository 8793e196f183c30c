import type { Texts } from '../en/texts.ts';

export const uploadTokens: Texts['uploadTokens'] = {
  title: 'Upload-Tokens',
  text: 'Ein Token lädt Bilder in einen Ordner hoch und kann sonst nichts. Nimm eines, wo andere es sehen können, etwa in einer Webseite.',
  create: 'Upload-Token erstellen',
  created: 'Upload-Token',
  delete: 'Löschen',
  deleted: 'Das Upload-Token ist gelöscht.',
  deleteNamed: (folder) => `Upload-Token für „${folder}“ löschen`,
  deleteText:
    'Was mit diesem Token hochgeladen wird, wird ab jetzt abgelehnt. Die Bilder bleiben. Das lässt sich nicht rückgängig machen.',
  empty: 'Noch keine Upload-Tokens.',
  folder: 'Ordner',
  folderHint: 'Dorthin kommt, was hochgeladen wird. Leer lassen für den obersten Ordner.',
  inDays: (days) => (days === 1 ? 'In einem Tag' : `In ${days} Tagen`),
  largest: 'Größte Datei, in MB',
  largestHint: 'Leer lassen für das, was der Server annimmt.',
  most: 'Anzahl der Dateien',
  once: 'Kopiere das Token jetzt. Es wird nur dieses eine Mal gezeigt.',
  root: 'Oberster Ordner',
  tagged: (tags) => `Tags: ${tags}`,
  tags: 'Tags',
  until: (date) => `bis ${date}`,
  upTo: (size) => `je bis ${size}`,
  used: (count, most) => `${count} von ${most} Dateien`,
  usedUp: 'Aufgebraucht',
  useIt: 'Mit diesem Token hochladen',
};
