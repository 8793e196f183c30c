/** What a sentence of the activity is made of. */
export interface Facts {
  /** Who did it, such as `Ada` or `A guest (Mia)`. */
  readonly who: string;
  /** The name of what it was done to, in quotes; empty if it is not known. */
  readonly title: string;
  readonly count: number;
  /** At least one. */
  readonly images: number;
}

type Sentence = (facts: Facts) => string;

const photos = (count: number): string => (count === 1 ? 'a photo' : `${count.toLocaleString('en')} photos`);
/** A name after a noun that it belongs to. */
const named = (noun: string, title: string): string => (title === '' ? noun : `${noun} ${title}`);
const to: Sentence = ({ who, images, title }) =>
  `${who} added ${photos(images)}${title === '' ? '' : ` to ${title}`}`;
const often = (count: number): string => (count > 1 ? `, ${count.toLocaleString('en')} times` : '');
const byLink: Sentence = ({ who, images, title }) =>
  `${who} added ${photos(images)} through the link${title === '' ? '' : ` to ${title}`}`;
const written: Sentence = ({ who, title, count }) =>
  `${who} wrote features to ${title || 'a space'}${often(count)}`;
const removed: Sentence = ({ who, images, title }) =>
  images === 1 && title !== '' ? `${who} removed the photo ${title}` : `${who} removed ${photos(images)}`;

/** By operation. The others are told by their names. */
export const sentences: Readonly<Record<string, Sentence>> = {
  uploadImage: to,
  uploadImages: to,
  uploadAlbumImage: to,
  copyImage: ({ who, images }) => `${who} copied ${photos(images)}`,
  placeAlbumImages: ({ who, images, title }) => `${who} put ${photos(images)} into ${title || 'an album'}`,
  uploadShared: byLink,
  uploadSharedPage: byLink,
  approveContributions: ({ who, images, title }) =>
    `${who} approved ${photos(images)}${title === '' ? '' : ` for ${title}`}`,
  refuseContributions: ({ who, images, title }) =>
    `${who} refused ${photos(images)}${title === '' ? '' : ` for ${title}`}`,
  patchImage: ({ who, images, title }) =>
    images === 1 && title !== '' ? `${who} changed the photo ${title}` : `${who} changed ${photos(images)}`,
  detailImages: ({ who, images }) => `${who} described ${photos(images)}`,
  tagImages: ({ who, images }) => `${who} tagged ${photos(images)}`,
  dateImages: ({ who, images }) =>
    `${who} changed when ${photos(images)} ${images === 1 ? 'was' : 'were'} taken`,
  showImages: ({ who, images }) => `${who} changed who can see ${photos(images)}`,
  deleteImage: removed,
  deleteImages: removed,
  takeAlbumImages: ({ who, images, title }) => `${who} took ${photos(images)} out of ${title || 'an album'}`,
  restoreImage: ({ who, images }) => `${who} brought ${photos(images)} back from the trash`,
  restoreTrash: ({ who }) => `${who} brought something back from the trash`,
  emptyTrash: ({ who }) => `${who} emptied the trash`,
  createAlbum: ({ who, title }) => `${who} created ${named('the album', title)}`,
  patchAlbum: ({ who, title, count }) => `${who} changed ${named('the album', title)}${often(count)}`,
  deleteAlbum: ({ who, title }) => `${who} deleted ${named('the album', title)}`,
  restoreAlbum: ({ who, title }) => `${who} brought ${named('the album', title)} back`,
  createSpace: ({ who, title }) => `${who} created ${named('the space', title)}`,
  patchSpace: ({ who, title, count }) => `${who} changed ${named('the space', title)}${often(count)}`,
  deleteSpace: ({ who, title }) => `${who} deleted ${named('the space', title)}`,
  createMap: ({ who, title }) => `${who} created ${named('the map', title)}`,
  patchMap: ({ who, title, count }) => `${who} changed ${named('the map', title)}${often(count)}`,
  deleteMap: ({ who, title }) => `${who} deleted ${named('the map', title)}`,
  putFeatures: written,
  postFeatures: written,
  putFeature: written,
  importFile: written,
  patchFeature: ({ who, title, count }) => `${who} changed features in ${title || 'a space'}${often(count)}`,
  deleteFeature: ({ who, title, count }) => `${who} deleted features in ${title || 'a space'}${often(count)}`,
  deleteFeatures: ({ who, title, count }) =>
    `${who} deleted features in ${title || 'a space'}${often(count)}`,
  createLink: ({ who, title }) => `${who} created a link${title === '' ? '' : ` to ${title}`}`,
  patchLink: ({ who, title }) => `${who} changed the link${title === '' ? '' : ` to ${title}`}`,
  deleteLink: ({ who, title }) => `The link${title === '' ? '' : ` to ${title}`} was ended by ${who}`,
  giveGrant: ({ who, title }) => `${who} shared ${title || 'the account'} with someone`,
  takeGrant: ({ who, title }) => `${who} stopped sharing ${title || 'the account'} with someone`,
  createKey: ({ who, title }) => `${who} created ${named('the key', title)}`,
  patchKey: ({ who, title }) => `${who} renamed a key to ${title}`,
  revokeKey: ({ who, title }) => `${who} ended ${named('the key', title)}`,
  patchSession: ({ who }) => `${who} named a device`,
  endSession: ({ who, count }) => `${who} signed out ${count === 1 ? 'a device' : `${count} devices`}`,
  endSessions: ({ who }) => `${who} signed out other devices`,
};

/** How sentences name things and people. */
export const naming = {
  quoted: (title: string): string => `“${title}”`,
  guest: (name: string | null): string => (name === null ? 'A guest' : `A guest (${name})`),
  /** Added by a link that asks for approval. */
  waits: ({ who, images, title }: Facts): string =>
    `${who} sent ${photos(images)} through the link${title === '' ? '' : ` to ${title}`}, for approval`,
  erased: 'Someone whose account was erased',
  /** An operation without a sentence of its own; `what` is its name. */
  other: (who: string, what: string): string => `${who} ${what.charAt(0).toLowerCase()}${what.slice(1)}`,
  refused: (who: string, what: string): string => `${who} was not allowed to do this: ${what}`,
};
