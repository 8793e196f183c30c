/** The image types that browsers show, by media type, with the file extension each is served under. */
const webExtensions = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
} as const;

/** Image types that the settings can allow in addition. Their derivatives have browser types. */
const furtherExtensions = {
  'image/heic': 'heic',
  'image/jxl': 'jxl',
  'image/tiff': 'tif',
  'image/bmp': 'bmp',
} as const;

export const extensions = { ...webExtensions, ...furtherExtensions } as const;

export type WebImageType = keyof typeof webExtensions;
export type OptionalImageType = keyof typeof furtherExtensions;
export type ImageType = WebImageType | OptionalImageType;

/** The types that are accepted everywhere. */
export const WEB_TYPES: readonly WebImageType[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
];

/** Types whose metadata cannot be removed. They are stored only with it. */
export const UNCUT_TYPES: readonly ImageType[] = ['image/tiff'];

/** Types whose EXIF orientation browsers ignore, so that the stored bytes of a turned image lie on their side. */
const UNTURNED_TYPES: readonly ImageType[] = ['image/webp', 'image/avif'];

/** Whether browsers show the stored bytes upright. `orientation` is the EXIF value 1–8. */
export function standsUpright(file: {
  readonly contentType: ImageType;
  readonly orientation: number;
}): boolean {
  return file.orientation === 1 || !UNTURNED_TYPES.includes(file.contentType);
}

/** Whether browsers can display the type. */
export function isWebType(type: ImageType): type is WebImageType {
  return type in webExtensions;
}
