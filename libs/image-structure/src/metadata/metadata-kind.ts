/** Kinds of metadata that are cut out of files. */
export type MetadataKind =
  | 'exif'
  | 'gps'
  | 'maker-notes'
  | 'serial-number'
  | 'owner'
  | 'thumbnail'
  | 'xmp'
  | 'iptc'
  | 'comment'
  | 'text'
  | 'time'
  | 'content-credentials'
  | 'embedded-images'
  | 'application-data'
  | 'trailing-data';
