import * as z from 'zod';

/** The codes of XYZ Hub's catalogue of errors for the cases that exist here. */
export const hubErrorCodeSchema = z.enum([
  'E318400',
  'E318402',
  'E318403',
  'E318404',
  'E318405',
  'E318406',
  'E318431',
  'E318441',
  'E318443',
  'E318452',
]);

export type HubErrorCode = z.infer<typeof hubErrorCodeSchema>;

interface CatalogueEntry {
  /** As XYZ Hub has it. */
  readonly title: string;
  /** What to do about it. */
  readonly action: string;
}

export const hubCatalogue: Readonly<Record<HubErrorCode, CatalogueEntry>> = {
  E318400: {
    title: 'Invalid JSON string',
    action: 'Correct the members that `errorDetails` names.',
  },
  E318402: {
    title: "IDs don't match",
    action: 'Send the id that the address has, or none.',
  },
  E318403: {
    title: 'Invalid Space context.',
    action: 'Leave `context` out.',
  },
  E318404: {
    title: 'Invalid value for versionRef',
    action: 'Leave the version out, or send `HEAD`.',
  },
  E318405: {
    title: 'Missing required parameter',
    action: 'Send the parameters that `errorDetails` names.',
  },
  E318406: {
    title: 'Missing feature ID(s)',
    action: 'Name the features by `id` or `tags`, or send `eraseContent=true` to delete all.',
  },
  E318431: {
    title: 'Space modification is not allowed',
    action: 'Leave `context` out.',
  },
  E318441: {
    title: 'Space not found',
    action: 'Check the id of the space.',
  },
  E318443: {
    title: 'Archive of tiles not found',
    action: 'Make one with `POST` to the same address.',
  },
  E318452: {
    title: 'Space is marked as read-only',
    action: 'Set `readOnly` of the space to `false`.',
  },
};
