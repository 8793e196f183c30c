/** The largest mean difference of the channels, of 255, of answers without loss, and of those with. */
const EXACT = 2.5;
/** Decoders themselves make smaller images, with simpler filters. */
const SCALED_BY_DECODER = 4;
/** Another version of the library of profiles. */
const FROM_CMYK = 3;
/** libvips enlarges half a pixel aside: another way for images that are turned before and those that are turned after. */
const ENLARGED = 7;
const JPEG = 10;
const WEBP = 10;
const AVIF = 9;
const PALETTE = 9;

const shapes = [
  {},
  { w: 37 },
  { h: 29 },
  { w: 50, h: 50 },
  { w: 50, h: 31, fit: 'outside' },
  { w: 41, h: 53, fit: 'fill' },
  { w: 300, h: 300 },
  { w: 33, dpr: 1.5 },
  { w: 20, h: 30, dpr: 2, fit: 'cover' },
  ...['centre', 'top', 'bottom', 'left', 'right', 'top-left', 'bottom-right', '0.3,0.7'].flatMap(
    (position) => [
      { w: 40, h: 40, fit: 'cover', position },
      { w: 44, h: 60, fit: 'contain', position, background: '204060' },
    ],
  ),
  { w: 200, h: 90, fit: 'cover' },
  { w: 200, h: 90, fit: 'contain' },
  { w: 40, h: 60, fit: 'contain', background: 'ff000080' },
  { flip: 'h', w: 45 },
  { flip: 'v', w: 45 },
  { flip: 'hv' },
  { rotate: 90 },
  { rotate: 180, w: 31 },
  { rotate: 270, w: 31, h: 17, fit: 'cover' },
  { rotate: -90, flip: 'h', w: 40, h: 40, fit: 'cover', position: 'top' },
  { pad: '3,5,7,9', w: 40 },
  { pad: '4', dpr: 2, w: 30, background: '3c6' },
  { background: 'white' },
  { background: 'black', w: 40 },
  { blur: 2 },
  { blur: 0.7, w: 60 },
  { sharpen: 1.2 },
  { sharpen: 0.8, w: 60, h: 60, fit: 'cover' },
];

const cropped = [
  { crop: '5,7,20,15' },
  { crop: '10,0,19,30', w: 12 },
  { crop: '4,6,26,21', rotate: 90, flip: 'v', w: 14, h: 14, fit: 'cover' },
  { crop: '0,0,30,30', pad: '2', background: '000', blur: 1 },
];

const trimmed = [
  { trim: 'true' },
  { trim: 30, w: 60 },
  { trim: 'true', w: 40, h: 40, fit: 'cover', rotate: 90 },
];

const found = ['attention', 'entropy'].map((position) => ({ w: 30, h: 48, fit: 'cover', position }));

const encodings = [
  ...[30, 60, 90].map((q) => ({ parameters: { format: 'jpeg', q, w: 90 }, mean: q === 30 ? 12 : JPEG })),
  { parameters: { format: 'jpeg', background: '4080ff' }, mean: JPEG },
  ...[50, 90].map((q) => ({ parameters: { format: 'webp', q }, mean: WEBP })),
  { parameters: { format: 'avif', q: 80 }, mean: AVIF },
  { parameters: { format: 'gif' }, mean: PALETTE },
  { parameters: { w: 60 }, mean: PALETTE },
  { parameters: { strip: 'metadata', format: 'png' }, mean: 2.5 },
  { parameters: { strip: 'metadata', format: 'jpeg', w: 70 }, mean: JPEG },
  { parameters: { preset: 'card', format: 'png' }, means: { w: 48, h: 36, fit: 'cover', flip: 'h' } },
];

const moving = [
  { w: 60 },
  { w: 50, h: 50, fit: 'cover', position: 'right' },
  { w: 64, h: 64, fit: 'contain', background: '204060' },
  { flip: 'h' },
  { crop: '20,10,60,50' },
  { pad: '4,8', background: 'fff' },
  { blur: 1, w: 80 },
  { sharpen: 1, w: 80 },
  { w: 60, dpr: 1.5 },
];

const lossless = (parameters) => ({ parameters: { ...parameters, format: 'png' } });

/**
 * What is asked of a picture, with the upright size: `parameters` of the address, `mean` as above, `means` what the
 * parameters stand for if they are not the same.
 */
export function queriesFor({ name, width, height, frames }) {
  const mean = /\.webp$|^subsampled/.test(name)
    ? SCALED_BY_DECODER
    : name.startsWith('cmyk')
      ? FROM_CMYK
      : EXACT;
  const isMoving = frames > 1;
  const isBordered = name.startsWith('border');
  const isLarge = width >= 30 && height >= 30;
  const stills = [
    ...[...shapes, ...(isLarge ? [...cropped, ...found] : [{ crop: '0,0,1,1' }])].map(lossless),
    ...(isBordered ? trimmed : []).map(lossless),
    { ...lossless({ w: 150, h: 200, enlarge: 'true' }), mean: ENLARGED },
    ...(isMoving ? [] : encodings),
  ];
  return [
    ...stills.map((query) => ({ mean, ...query })),
    ...(isMoving ? ['gif', 'webp'] : []).flatMap((format) =>
      moving.map((parameters) => ({
        parameters: { ...parameters, format },
        mean: format === 'gif' ? PALETTE : WEBP,
        isMoving,
      })),
    ),
  ];
}
