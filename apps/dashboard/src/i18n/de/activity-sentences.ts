import type { Facts, naming as english } from '../en/activity-sentences.ts';

type Sentence = (facts: Facts) => string;

const photos = (count: number): string => (count === 1 ? 'ein Foto' : `${count.toLocaleString('de')} Fotos`);
/** Dative, behind „von“. */
const ofPhotos = (count: number): string =>
  count === 1 ? 'einem Foto' : `${count.toLocaleString('de')} Fotos`;
/** A name after a noun that it belongs to. */
const named = (noun: string, title: string): string => (title === '' ? noun : `${noun} ${title}`);
const often = (count: number): string => (count > 1 ? `${count.toLocaleString('de')}-mal ` : '');
const to: Sentence = ({ who, images, title }) =>
  `${who} hat ${photos(images)} ${title === '' ? '' : `zu ${title} `}hinzugefügt`;
const byLink: Sentence = ({ who, images, title }) =>
  `${who} hat über den Link ${title === '' ? '' : `zu ${title} `}${photos(images)} hinzugefügt`;
const written: Sentence = ({ who, title, count }) =>
  `${who} hat ${often(count)}Features in ${title || 'einen Space'} geschrieben`;
const removed: Sentence = ({ who, images, title }) =>
  images === 1 && title !== ''
    ? `${who} hat das Foto ${title} entfernt`
    : `${who} hat ${photos(images)} entfernt`;
const inSpace =
  (verb: string): Sentence =>
  ({ who, title, count }) =>
    `${who} hat ${often(count)}Features in ${title || 'einem Space'} ${verb}`;
const whole =
  (noun: string, verb: string): Sentence =>
  ({ who, title, count }) =>
    `${who} hat ${named(noun, title)} ${often(count)}${verb}`;

export const sentences: Readonly<Record<string, Sentence>> = {
  uploadImage: to,
  uploadImages: to,
  uploadAlbumImage: to,
  copyImage: ({ who, images }) => `${who} hat ${photos(images)} kopiert`,
  placeAlbumImages: ({ who, images, title }) =>
    `${who} hat ${photos(images)} in ${title || 'ein Album'} gelegt`,
  uploadShared: byLink,
  uploadSharedPage: byLink,
  approveContributions: ({ who, images, title }) =>
    `${who} hat ${photos(images)} ${title === '' ? '' : `für ${title} `}freigegeben`,
  refuseContributions: ({ who, images, title }) =>
    `${who} hat ${photos(images)} ${title === '' ? '' : `für ${title} `}abgelehnt`,
  patchImage: ({ who, images, title }) =>
    images === 1 && title !== ''
      ? `${who} hat das Foto ${title} geändert`
      : `${who} hat ${photos(images)} geändert`,
  detailImages: ({ who, images }) => `${who} hat ${photos(images)} beschrieben`,
  tagImages: ({ who, images }) => `${who} hat ${photos(images)} verschlagwortet`,
  dateImages: ({ who, images }) => `${who} hat die Aufnahmezeit von ${ofPhotos(images)} geändert`,
  showImages: ({ who, images }) => `${who} hat geändert, wer ${photos(images)} sieht`,
  deleteImage: removed,
  deleteImages: removed,
  takeAlbumImages: ({ who, images, title }) =>
    `${who} hat ${photos(images)} aus ${title || 'einem Album'} genommen`,
  restoreImage: ({ who, images }) => `${who} hat ${photos(images)} aus dem Papierkorb zurückgeholt`,
  restoreTrash: ({ who }) => `${who} hat etwas aus dem Papierkorb zurückgeholt`,
  emptyTrash: ({ who }) => `${who} hat den Papierkorb geleert`,
  createAlbum: whole('das Album', 'angelegt'),
  patchAlbum: whole('das Album', 'geändert'),
  deleteAlbum: whole('das Album', 'gelöscht'),
  restoreAlbum: whole('das Album', 'zurückgeholt'),
  createSpace: whole('den Space', 'angelegt'),
  patchSpace: whole('den Space', 'geändert'),
  deleteSpace: whole('den Space', 'gelöscht'),
  createMap: whole('die Karte', 'angelegt'),
  patchMap: whole('die Karte', 'geändert'),
  deleteMap: whole('die Karte', 'gelöscht'),
  putFeatures: written,
  postFeatures: written,
  putFeature: written,
  importFile: written,
  patchFeature: inSpace('geändert'),
  deleteFeature: inSpace('gelöscht'),
  deleteFeatures: inSpace('gelöscht'),
  createLink: ({ who, title }) => `${who} hat einen Link${title === '' ? '' : ` zu ${title}`} erstellt`,
  patchLink: ({ who, title }) => `${who} hat den Link${title === '' ? '' : ` zu ${title}`} geändert`,
  deleteLink: ({ who, title }) => `Der Link${title === '' ? '' : ` zu ${title}`} wurde von ${who} beendet`,
  giveGrant: ({ who, title }) => `${who} hat ${title || 'das Konto'} mit jemandem geteilt`,
  takeGrant: ({ who, title }) => `${who} teilt ${title || 'das Konto'} nicht mehr mit jemandem`,
  createKey: whole('den Schlüssel', 'erstellt'),
  patchKey: ({ who, title }) => `${who} hat einen Schlüssel in ${title} umbenannt`,
  revokeKey: whole('den Schlüssel', 'beendet'),
  patchSession: ({ who }) => `${who} hat ein Gerät benannt`,
  endSession: ({ who, count }) => `${who} hat ${count === 1 ? 'ein Gerät' : `${count} Geräte`} abgemeldet`,
  endSessions: ({ who }) => `${who} hat andere Geräte abgemeldet`,
};

export const naming: typeof english = {
  quoted: (title) => `„${title}“`,
  guest: (name) => (name === null ? 'Ein Gast' : `Ein Gast (${name})`),
  waits: ({ who, images, title }) =>
    `${who} hat über den Link ${title === '' ? '' : `zu ${title} `}${photos(images)} zur Freigabe geschickt`,
  erased: 'Jemand, dessen Konto gelöscht ist',
  other: (who, what) => `${who}: ${what}`,
  refused: (who, what) => `${who} durfte das nicht: ${what}`,
};
