import * as z from 'zod';

const sides = '^[1-9][0-9]{0,4}$';

/** What a file's address may ask to be made of the image. docs/delivery.md describes every parameter. */
export const transformQuerySchema = z.object({
  w: text('Width in CSS pixels, 1 to 16383. An image is not enlarged.', sides).meta({ example: '320' }),
  h: text('Height in CSS pixels, 1 to 16383.', sides),
  dpr: text('Image pixels on one side of a CSS pixel, 1 to 3.', '^[1-3]$'),
  fit: oneOf('`inside` by default.', ['inside', 'cover', 'contain', 'outside', 'fill']),
  position: text('What stays in view: `top-left`, `attention`, `entropy`, or a point such as `0.5,0.25`.'),
  enlarge: oneOf('Whether the image may become larger than it is.', ['true', 'false']),
  crop: text(
    'Left, top, width and height in pixels of the upright original.',
    '^[0-9]{1,3}(,[0-9]{1,3}){3}$',
  ),
  trim: text('Cuts off what has the colour of the corner: `true`, or a tolerance from 1 to 100.'),
  flip: oneOf('From left to right, from top to bottom, or both.', ['h', 'v', 'hv']),
  rotate: oneOf('Degrees clockwise.', ['0', '90', '180', '270']),
  pad: text('Pixels added at the sides, in the order of CSS.'),
  background: text('A colour of 3, 4, 6 or 8 hexadecimal digits, `white`, `black` or `transparent`.'),
  blur: text('Standard deviation in pixels, 0.3 to 50.'),
  sharpen: text('Standard deviation in pixels, 0.3 to 10.'),
  format: oneOf(
    '`auto` is the best one that `Accept` names; the last three are texts that stand for the image.',
    ['jpeg', 'png', 'webp', 'avif', 'gif', 'auto', 'thumbhash', 'blurhash', 'color'],
  ),
  q: text('Quality, 1 to 100.', '^[1-9][0-9]?$'),
  strip: oneOf('`metadata` keeps the colour profile.', ['all', 'metadata']),
  preset: text('A name for parameters, set by the operator.'),
});

function text(description: string, pattern?: string): z.ZodOptional<z.ZodString> {
  return z
    .string()
    .meta(pattern === undefined ? {} : { pattern })
    .optional()
    .describe(description);
}

function oneOf<const V extends readonly string[]>(
  description: string,
  values: V,
): z.ZodOptional<z.ZodEnum<{ [Value in V[number]]: Value }>> {
  return z.enum(values).optional().describe(description);
}
