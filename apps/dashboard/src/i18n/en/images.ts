export interface Counted {
  readonly done: number;
  readonly all: number;
  readonly failed: number;
}

/** How far something is, and what failed. */
export const counted = (text: string, failed: number): string =>
  failed > 0 ? `${text}, ${failed} failed` : text;

/** The texts of the views of images. */
export const images = {
  title: 'Images',
  addTags: 'Add tags',
  all: 'All images',
  clearSelection: 'Clear the selection',
  copyAddress: 'Copy address',
  delete: 'Delete',
  deleteCount: (count: number) => `Delete ${count} images`,
  deleted: (count: number) => (count === 1 ? 'Image deleted' : `${count} images deleted`),
  deletedOf: ({ done, all, failed }: Counted) => counted(`${done} of ${all} deleted`, failed),
  packedOf: ({ done, all, failed }: Counted) => counted(`${done} of ${all} packed`, failed),
  taggedOf: ({ done, all, failed }: Counted) => counted(`${done} of ${all} tagged`, failed),
  downloadFailed: 'The archive could not be saved. Is there enough room on the disk?',
  inMemory: 'This browser keeps the archive in memory until it is complete.',
  notSent: 'The server did not send the file. It may have been deleted; otherwise try again.',
  download: 'Download',
  downloadAll: 'Download all',
  embed: 'Embed',
  empty: 'No images yet',
  emptyText: 'Drop files or folders anywhere on this page, paste a picture, or choose files.',
  folder: 'Folder',
  folders: 'Folders',
  image: 'Image',
  noneFound: 'No images found',
  noneFoundText: 'No images match these filters.',
  playground: 'Other sizes and formats',
  removeTags: 'Remove tags',
  saveTags: 'Save tags',
  search: 'Search names, tags and folders',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all',
  selected: (count: number) => `${count} selected`,
  showAll: 'Show all images',
  sort: 'Order',
  sorts: {
    taken: 'By day',
    newest: 'Newest first',
    oldest: 'Oldest first',
    name: 'By name',
    size: 'Largest first',
  },
  tag: 'Tag',
  tagCount: (count: number) => (count === 1 ? 'Tag one image' : `Tag ${count} images`),
  tags: 'Tags',
  tagsSaved: 'The tags are saved.',
  upload: 'Upload',
  uploaded: 'Uploaded',
  withoutPlace: 'Without a place',
};

export const uploads = {
  title: 'Upload images',
  titleOf: (album: string) => `Add photos to “${album}”`,
  toAlbumOnly: 'They become part of the album, and are not public.',
  choose: 'Choose images',
  chosen: (count: number, size: string) => `${count === 1 ? 'One file' : `${count} files`}, ${size}`,
  drop: 'Drop images or folders here, or',
  elsewhere: {
    title: (count: number) =>
      count === 1 ? 'One file is already in another folder' : `${count} files are already in other folders`,
    text: 'They can appear in this folder too. They take up no more space then.',
    leaveOut: 'Leave out',
    more: (count: number) => (count === 1 ? 'and one more folder' : `and ${count} more folders`),
    putThere: 'Put there too',
    top: 'Top folder',
  },
  known: {
    here: 'Already here',
    elsewhere: 'Put here too',
    library: 'Already in your library',
    trash: 'Restored from the trash',
  },
  mayBeStored: 'The response of the server was lost. Check whether the image is there before you try again.',
  named: (written: string, name: string, more: number) => {
    const others = more === 0 ? '' : ` (and ${more} more likewise)`;
    return `“${written}” is stored as “${name}”${others}, because an address cannot have that name.`;
  },
  path: 'Folder',
  pathHint: 'Such as “holiday/2026”. It becomes part of the address.',
  pickFiles: 'Choose files',
  pickFolder: 'Choose a folder',
  pickPhotos: 'Photos',
  pickWithPlace: 'Files, with place',
  placesLeftOut: 'Your phone may leave out where photos were taken. Choose Files to keep it.',
  send: 'Upload',
  summary: (stored: number, all: number, failed: number) =>
    failed > 0 ? `${stored} of ${all} uploaded, ${failed} failed` : `${stored} of ${all} uploaded`,
  tags: 'Tags',
  tagsHint: 'Separated by commas.',
  withoutPlace: (count: number) =>
    count === 1 ? '1 photo without a place' : `${count} photos without a place`,
  types:
    'JPEG, PNG, WebP, GIF or AVIF; HEIC, JPEG XL, TIFF and BMP where the server supports them. Up to 25 MB each',
};

/** The texts of an empty library. */
export const waysToBegin = {
  copy: 'Copy the command',
  drop: 'From this computer',
  dropText: 'Drop files or folders anywhere on this page.',
  import: 'From another program',
  importText:
    'The command takes folders, ZIP files, Google Takeout and Immich. Put an API key into CAIRN_KEY first.',
  phone: 'From your phone',
  phoneNot: (host: string) =>
    `Other devices cannot reach this server at ${host}. Open this page at an address that they can reach, and a QR code appears here.`,
  phoneText: 'Scan this with the camera of your phone, sign in, and choose Upload.',
  qr: 'QR code of the address of this page',
};

export const viewer = {
  details: 'About the image',
  larger: 'Zoom in',
  missing: 'The picture cannot be shown.',
  move: 'Rename or move',
  moved: 'The image has been renamed or moved.',
  moveHint: 'Its address changes; the old one still leads to it.',
  name: 'Name',
  next: 'Next image',
  position: ({ place, all, isWhole }: { place: string; all: string; isWhole: boolean }) =>
    isWhole ? `${place} of ${all}` : `${place} of more than ${all}`,
  previous: 'Previous image',
  smaller: 'Zoom out',
};

export const playground = {
  auto: 'Best for the browser',
  download: 'Download in this size',
  format: 'Format',
  measuring: 'Measuring…',
  quality: 'Quality',
  refused: 'This server does not offer this size or format.',
  saved: (original: string, percent: number) =>
    percent > 0 ? `instead of ${original}: ${percent} % less` : `instead of ${original}`,
  standard: 'Standard',
  width: 'Width',
};

export const photo = {
  camera: 'Camera',
  cut: (kinds: readonly string[]) =>
    `Cut out when it was uploaded, so that nobody gets it with the file: ${kinds.join(', ')}.`,
  hidden: (kinds: readonly string[]) =>
    `Kept in the file for you alone; others get it without: ${kinds.join(', ')}.`,
  downloadWhole: (size: string) => `Download the whole file (${size})`,
  captured: 'Taken',
  color: 'Colour',
  dimensions: 'Dimensions',
  file: 'File',
  frames: 'Frames',
  hashes: 'Hashes',
  kinds: {
    exif: 'camera settings and time (EXIF)',
    gps: 'location',
    'maker-notes': 'notes of the camera maker',
    'serial-number': 'serial number of the camera',
    owner: 'name of the owner',
    thumbnail: 'embedded preview',
    xmp: 'title, rating and edits (XMP)',
    iptc: 'captions and keywords (IPTC)',
    comment: 'comments',
    text: 'texts',
    time: 'time',
    'embedded-images': 'embedded images',
    'trailing-data': 'data after the image',
    'content-credentials': 'content credentials',
    'application-data': 'other data',
  },
  perceptualHash: 'Perceptual hash',
  map: 'Map of where the photo was taken',
  position: 'Location',
  uploadHash: 'SHA-256 of the upload',
  whole: 'Nothing was cut out: the file is stored as it was uploaded.',
};
