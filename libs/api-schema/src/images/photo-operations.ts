import { json } from '../content.js';
import { invalid, wrongLimit } from '../error-example.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import {
  cameraListSchema,
  camerasQuerySchema,
  dayListSchema,
  daysQuerySchema,
  imageLayoutSchema,
  layoutQuerySchema,
} from './image-days.js';

const reading = { api: 'images', method: 'get', access: 'key', scope: 'images:read' } as const;

/** Photos by day and by camera. */
export const photoOperations = [
  {
    ...reading,
    id: 'listDays',
    reach: { on: 'folder', role: 'viewer' },
    path: '/api/images/days',
    summary: 'Count images by day',
    description: 'The days on which the images that meet all of the given conditions were taken.',
    query: daysQuerySchema,
    responses: { 200: { description: 'The days.', body: json(dayListSchema, examples.dayList) } },
    errors: { 400: invalid('takenFrom', 'invalid-format', 'must be a day such as `2024-07-01`') },
  },
  {
    ...reading,
    id: 'layOutImages',
    reach: { on: 'folder', role: 'viewer' },
    path: '/api/images/layout',
    summary: 'List images in columns',
    description:
      'What a view of many images needs of those that meet all of the given conditions, in the order of `sort=taken`, page by page.',
    query: layoutQuerySchema,
    responses: { 200: { description: 'The images.', body: json(imageLayoutSchema, examples.imageLayout) } },
    errors: { 400: wrongLimit },
  },
  {
    ...reading,
    id: 'listCameras',
    reach: { on: 'account', role: 'viewer' },
    path: '/api/cameras',
    summary: 'List cameras',
    description: 'With the number of images of each, the most frequent first.',
    query: camerasQuerySchema,
    responses: { 200: { description: 'The cameras.', body: json(cameraListSchema, examples.cameraList) } },
    errors: { 400: wrongLimit },
  },
] as const satisfies readonly Operation[];
