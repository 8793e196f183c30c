import {
  bulkDeleteBodySchema,
  bulkDeleteResultSchema,
  bulkDetailsBodySchema,
  bulkDetailsResultSchema,
  bulkTagsBodySchema,
  bulkTagsResultSchema,
  bulkTakenBodySchema,
  bulkTakenResultSchema,
  bulkVisibilityBodySchema,
  bulkVisibilityResultSchema,
} from './bulk.js';
import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import {
  imagePageSchema,
  imagesQuerySchema,
  patchImageBodySchema,
  pathListSchema,
  pathsQuerySchema,
  tagListSchema,
  tagsQuerySchema,
} from './gallery.js';
import { imageRecordSchema } from './images.js';
import type { Operation } from '../operation.js';
import { userJobRecordSchema } from '../jobs/user-jobs.js';
import { image } from '../error-cases.js';
import { invalid, usual, wrongLimit } from '../error-example.js';
import { jobLimitReached } from '../jobs/user-job-errors.js';

const reading = { api: 'images', method: 'get', access: 'key', scope: 'images:read' } as const;
/** RFC 7240 */
const preferences = { Prefer: '`respond-async`: with `filter`, few images are changed in a job, too.' };

const writing = { api: 'images', access: 'key', scope: 'images:write' } as const;

/** Listing, counting and changing many images. */
export const galleryOperations = [
  {
    ...reading,
    id: 'listImages',
    reach: { on: 'folder', role: 'viewer' },
    path: '/api/images',
    summary: 'List images',
    description: 'The images that meet all of the given conditions, page by page.',
    query: imagesQuerySchema,
    responses: { 200: { description: 'The images.', body: json(imagePageSchema, examples.imagePage) } },
    errors: { 400: wrongLimit },
  },
  {
    ...reading,
    id: 'listTags',
    reach: { on: 'folder', role: 'viewer' },
    path: '/api/tags',
    summary: 'List tags',
    description: 'With the number of images of each, the most frequent first.',
    query: tagsQuerySchema,
    responses: { 200: { description: 'The tags.', body: json(tagListSchema, examples.tagList) } },
    errors: { 400: wrongLimit },
  },
  {
    ...reading,
    id: 'listPaths',
    reach: { on: 'parent', role: 'viewer' },
    path: '/api/paths',
    summary: 'List folders',
    description: 'The folders right below one, with the number of images in and below each.',
    query: pathsQuerySchema,
    responses: { 200: { description: 'The folders.', body: json(pathListSchema, examples.pathList) } },
    errors: { 400: wrongLimit },
  },
  {
    ...writing,
    id: 'patchImage',
    reach: { on: 'image', role: 'editor' },
    method: 'patch',
    path: '/api/images/{id}',
    summary: 'Change the tags, visibility, time, details, folder, name or edit of an image',
    description:
      'Replaces what is given: all tags, the visibility, the time, what is said of the photo, the folder, the file name, the edit. With another folder or name the image has another `url`; the ' +
      'former one still leads to it. Another visibility leaves the `url`. `updatedAt` moves on if anything is another than before.',
    parameters: { id: { description: 'Identifier of the image.', example: examples.imageRecord.id } },
    body: json(patchImageBodySchema, examples.patchImageBody),
    responses: {
      200: {
        description: 'The image record as it is now.',
        body: json(imageRecordSchema, { ...examples.imageRecord, ...examples.patchImageBody }),
      },
    },
    errors: {
      400: invalid('tags', 'tag-too-long', 'A tag is longer than 64 characters.'),
      404: image,
      413: usual,
      415: usual,
    },
  },
  {
    ...writing,
    id: 'tagImages',
    reach: { on: 'account', role: 'editor' },
    repeatable: true,
    method: 'post',
    path: '/api/images/bulk/tags',
    summary: 'Tag many images',
    description: 'Adds and removes tags of up to 1,000 images: of all of them that there are, or of none.',
    headers: preferences,
    body: json(bulkTagsBodySchema, examples.bulkTagsBody),
    responses: {
      200: { description: 'What was done.', body: json(bulkTagsResultSchema, examples.bulkTagsResult) },
      202: {
        description: 'A job changes the more than 1,000 images that `filter` finds.',
        body: json(userJobRecordSchema, examples.bulkJob),
        headers: { Location: 'Address of the job.' },
      },
    },
    errors: {
      400: invalid('ids', 'too-big', 'must have at most 1000 entries'),
      409: jobLimitReached,
      413: usual,
      415: usual,
    },
  },
  {
    ...writing,
    id: 'dateImages',
    reach: { on: 'account', role: 'editor' },
    // Not `repeatable`: after a crash nobody knows whether the times were shifted.
    method: 'post',
    path: '/api/images/bulk/taken',
    summary: 'Change when many photos were taken',
    description:
      'Sets one time for up to 1,000 images, or shifts each by the same difference: of all of them that there are, or of none.',
    body: json(bulkTakenBodySchema, examples.bulkTakenBody),
    responses: {
      200: { description: 'What was done.', body: json(bulkTakenResultSchema, examples.bulkTakenResult) },
    },
    errors: {
      400: invalid(
        'takenAt',
        'invalid-time',
        'A time is written as `2024-07-01T12:34:56`, with or without an offset.',
      ),
      413: usual,
      415: usual,
    },
  },
  {
    ...writing,
    id: 'showImages',
    reach: { on: 'account', role: 'editor' },
    repeatable: true,
    method: 'post',
    path: '/api/images/bulk/visibility',
    summary: 'Change the visibility of many images',
    description:
      'Of up to 1,000 images: of all of them that there are, or of none. It holds for every later request for their files. ' +
      'Their addresses stay.',
    headers: preferences,
    body: json(bulkVisibilityBodySchema, examples.bulkVisibilityBody),
    responses: {
      200: {
        description: 'What was done.',
        body: json(bulkVisibilityResultSchema, examples.bulkVisibilityResult),
      },
      202: {
        description: 'A job changes the more than 1,000 images that `filter` finds.',
        body: json(userJobRecordSchema, examples.bulkJob),
        headers: { Location: 'Address of the job.' },
      },
    },
    errors: {
      400: invalid('visibility', 'unknown-choice', 'must be `public`, `unlisted` or `private`'),
      409: jobLimitReached,
      413: usual,
      415: usual,
    },
  },
  {
    ...writing,
    id: 'detailImages',
    reach: { on: 'account', role: 'editor' },
    repeatable: true,
    method: 'post',
    path: '/api/images/bulk/details',
    summary: 'Change the details of many images',
    description:
      'Title, caption, favourite, rating and position of up to 1,000 images, the same for all: of all of them that there are, or of none.',
    headers: preferences,
    body: json(bulkDetailsBodySchema, examples.bulkDetailsBody),
    responses: {
      200: {
        description: 'What was done.',
        body: json(bulkDetailsResultSchema, examples.bulkDetailsResult),
      },
      202: {
        description: 'A job changes the more than 1,000 images that `filter` finds.',
        body: json(userJobRecordSchema, examples.bulkJob),
        headers: { Location: 'Address of the job.' },
      },
    },
    errors: {
      400: invalid('rating', 'too-big', 'must be at most 5'),
      409: jobLimitReached,
      413: usual,
      415: usual,
    },
  },
  {
    ...writing,
    id: 'deleteImages',
    reach: { on: 'account', role: 'editor' },
    repeatable: true,
    method: 'post',
    path: '/api/images/bulk/delete',
    summary: 'Delete many images',
    description: 'Up to 1,000 images: all of them that there are, or none.',
    headers: preferences,
    body: json(bulkDeleteBodySchema, examples.bulkDeleteBody),
    responses: {
      200: { description: 'What was done.', body: json(bulkDeleteResultSchema, examples.bulkDeleteResult) },
      202: {
        description: 'A job changes the more than 1,000 images that `filter` finds.',
        body: json(userJobRecordSchema, examples.bulkJob),
        headers: { Location: 'Address of the job.' },
      },
    },
    errors: {
      400: invalid('ids', 'too-big', 'must have at most 1000 entries'),
      409: jobLimitReached,
      413: usual,
      415: usual,
    },
  },
] as const satisfies readonly Operation[];
