/** Namespaces of XMP, by the prefixes that programs write. */
export const NAMESPACES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  tiff: 'http://ns.adobe.com/tiff/1.0/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  lr: 'http://ns.adobe.com/lightroom/1.0/',
  crs: 'http://ns.adobe.com/camera-raw-settings/1.0/',
  MicrosoftPhoto: 'http://ns.microsoft.com/photo/1.0/',
  digiKam: 'http://www.digikam.org/ns/1.0/',
  fstop: 'http://www.fstopapp.com/xmp/',
  /** What has no common property, and what others must not take for that of the camera. */
  cairn: 'urn:cairn:xmp:1#',
} as const;

type Prefix = keyof typeof NAMESPACES;

/** A property with its prefix, such as `dc:title`. */
export type XmpName = `${Prefix}:${string}`;

/** The prefixes by namespace. */
export const PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, prefix]),
);
