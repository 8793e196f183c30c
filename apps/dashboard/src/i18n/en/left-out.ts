/** The names of the types of images, in every language. */
export const typeNames = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/avif': 'AVIF',
  'image/heic': 'HEIC',
  'image/jxl': 'JPEG XL',
  'image/tiff': 'TIFF',
  'image/bmp': 'BMP',
} as const;
type TypeName = keyof typeof typeNames;

const type = (name: string, instead: string): string =>
  `${name}, which this server does not take. ${instead}`;

/** Texts about files that are not uploaded. Each reason says what can be done. */
export const leftOut = {
  title: (count: number) => (count === 1 ? 'One file is left out:' : `${count} files are left out:`),
  names: (name: string, more: number) => (more === 0 ? name : `${name} and ${more} more`),
  takes: (types: readonly TypeName[], limit: string) =>
    `${new Intl.ListFormat('en').format(types.map((each) => typeNames[each]))}. Up to ${limit} each`,
  size: (limit: string) => `More than ${limit}. Save it smaller.`,
  reasons: {
    'image/jpeg': type('JPEG', 'Save it in another format.'),
    'image/png': type('PNG', 'Save it in another format.'),
    'image/webp': type('WebP', 'Save it as JPEG.'),
    'image/gif': type('GIF', 'Save it as PNG.'),
    'image/avif': type('AVIF', 'Save it as JPEG.'),
    'image/heic': type(
      'HEIC',
      'Save it as JPEG; an iPhone takes JPEG with Settings → Camera → Formats → Most Compatible.',
    ),
    'image/jxl': type('JPEG XL', 'Save it as JPEG.'),
    'image/tiff': type('TIFF', 'Save it as JPEG or PNG.'),
    'image/bmp': type('BMP', 'Save it as PNG.'),
    video: 'A video. Only pictures can be stored: keep it somewhere else.',
    system: 'A hidden file of the computer, not a picture. There is nothing to do.',
    drawing: 'A drawing as SVG, which can hold a program. Save it as PNG.',
    raw: 'Raw data of a camera. Export it as JPEG.',
    other: 'Not a picture. Keep it somewhere else.',
    empty: 'Empty. Copy it again from where it comes from.',
    room: 'There is no room left. Delete images, or ask for a larger quota.',
  },
};
