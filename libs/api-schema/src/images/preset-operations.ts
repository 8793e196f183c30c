import * as z from 'zod';
import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import { presetRecordSchema, putPresetBodySchema } from './presets.js';
import { invalid, usual } from '../error-example.js';

const presetNotFound = { code: 'preset-not-found', detail: 'There is no preset with this name.' };
const presetReadOnly = {
  code: 'preset-read-only',
  detail: 'The preset with this name is in the settings of the server, and changes with them only.',
};

const name = {
  name: {
    description: 'Lower-case letters, digits and hyphens, at most 64; `preset=` of an address says it.',
    example: examples.presetRecord.name,
  },
};

/** The names that stand for parameters of images. */
export const presetOperations = [
  {
    id: 'listPresets',
    reach: 'own',
    api: 'administration',
    method: 'get',
    path: '/api/presets',
    summary: 'List presets',
    description: 'By name, those of the settings too.',
    access: 'key',
    scope: 'admin',
    responses: {
      200: {
        description: 'The presets.',
        body: json(z.array(presetRecordSchema), [examples.presetRecord, examples.presetOfSettings]),
      },
    },
    errors: {},
  },
  {
    id: 'getPreset',
    reach: 'own',
    api: 'administration',
    method: 'get',
    path: '/api/presets/{name}',
    summary: 'Get a preset',
    description: 'What the name stands for.',
    access: 'key',
    scope: 'admin',
    parameters: name,
    responses: { 200: { description: 'The preset.', body: json(presetRecordSchema, examples.presetRecord) } },
    errors: { 404: presetNotFound },
  },
  {
    id: 'putPreset',
    reach: 'own',
    api: 'administration',
    method: 'put',
    path: '/api/presets/{name}',
    summary: 'Make or change a preset',
    description: 'Every node uses it within a second.',
    access: 'key',
    scope: 'admin',
    parameters: name,
    body: json(putPresetBodySchema, examples.putPresetBody),
    responses: { 200: { description: 'The preset.', body: json(presetRecordSchema, examples.presetRecord) } },
    errors: {
      400: invalid('query', 'empty', 'must have a parameter that changes something'),
      409: presetReadOnly,
      413: usual,
      415: usual,
    },
  },
  {
    id: 'deletePreset',
    reach: 'own',
    api: 'administration',
    method: 'delete',
    path: '/api/presets/{name}',
    summary: 'Delete a preset',
    description: 'Addresses with it are refused within a second, on every node.',
    access: 'key',
    scope: 'admin',
    parameters: name,
    responses: { 204: { description: 'The preset is gone.' } },
    errors: { 404: presetNotFound, 409: presetReadOnly },
  },
] as const satisfies readonly Operation[];
