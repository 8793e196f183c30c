import { invalid } from './error-example.js';
import { examples } from './examples/examples.js';

export const image = { code: 'image-not-found', detail: 'There is no image with this id.' };
export const account = { code: 'account-not-found', detail: 'There is no account with this id.' };
export const key = { code: 'key-not-found', detail: 'There is no API key with this id.' };
export const file = { code: 'file-not-found', detail: 'There is no file at this address.' };
export const transform = {
  400: invalid('w', 'invalid-value', 'must be a whole number from 1 to 16383'),
  403: {
    code: 'transform-refused',
    detail:
      'This transform is not served at an unsigned address. The nearest one that is: `?w=400` after the address of the file.',
  },
  422: {
    code: 'unrenderable',
    detail: 'The image cannot be rendered: its pixels are damaged or cannot be transformed so.',
  },
};
export const space = {
  code: 'space-not-found',
  detail: `There is no space with the id '${examples.spaceRecord.id}'.`,
};
export const forbidden = {
  code: 'space-forbidden',
  detail: 'This needs the right `manageSpaces` on the space.',
};

export const noFeature = {
  code: 'feature-not-found',
  detail: `There is no feature with the id '${examples.feature.id}'.`,
};
export const featureLimit = invalid(
  'limit',
  'invalid-limit',
  'The limit must be a whole number between 1 and 100000.',
);
export const badBody = {
  code: 'malformed-json',
  detail: 'The body is not JSON: it is cut short, at byte 512.',
};
export const searched = { 400: featureLimit, 403: forbidden, 404: space };
export const changed = {
  code: 'precondition-failed',
  detail: `The feature '${examples.feature.id}' has changed since: it has version 2.`,
};
export const tooLarge = {
  code: 'body-too-large',
  detail: 'The body is larger than 33554432 bytes; send it in parts.',
};
export const compression = {
  code: 'unsupported-media-type',
  detail: 'The compression of the body is not supported; send it plain, or as gzip, deflate or br.',
};
export const conflict = { code: 'feature-exists', detail: `The record ${examples.feature.id} exists.` };
export const written = { 403: forbidden, 404: space, 409: conflict, 413: tooLarge, 415: compression };
export const tooLargeAtOnce = {
  code: 'body-too-large',
  detail:
    'The body is larger than 33554432 bytes; send it in parts, or import it: with `transactional=false`, or a feature on each line as `application/x-ndjson`.',
};
export const writtenMany = { ...written, 400: badBody, 413: tooLargeAtOnce };
export const writtenOne = { ...written, 404: noFeature, 412: changed };

export const formatsNotInstalled = {
  code: 'formats-not-installed',
  detail:
    'This service reads and writes no files of other formats than GeoJSON and CSV: the package `@cairn/adapter-formats` is not installed.',
};
