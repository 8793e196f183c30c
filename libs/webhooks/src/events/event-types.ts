import { InvalidInput } from '@cairn/kernel';

/** The types of messages, each with what `data` has: as an example, and for the docs. */
export const WEBHOOK_SAMPLES = {
  'image.added': { id: '8Lk2VbQ0pXzR5tNcW1yGfA', address: 'holiday/beach.jpg' },
  'image.updated': { id: '8Lk2VbQ0pXzR5tNcW1yGfA', address: 'holiday/beach.jpg' },
  'image.deleted': { id: '8Lk2VbQ0pXzR5tNcW1yGfA', address: 'holiday/beach.jpg' },
  'album.created': { id: 'Jr4mHd9sTqLw3xKvB7ZnEy' },
  'album.updated': { id: 'Jr4mHd9sTqLw3xKvB7ZnEy' },
  'album.deleted': { id: 'Jr4mHd9sTqLw3xKvB7ZnEy' },
  'space.created': { id: 'Pc6uGa2oYiSe8rDlM5hQtU', updatedAt: 1_795_305_600_000 },
  'space.updated': { id: 'Pc6uGa2oYiSe8rDlM5hQtU', updatedAt: 1_795_305_600_000 },
  'space.deleted': { id: 'Pc6uGa2oYiSe8rDlM5hQtU', updatedAt: 1_795_305_600_000 },
  'features.changed': {
    id: 'Pc6uGa2oYiSe8rDlM5hQtU',
    version: 7,
    inserted: 1,
    updated: 0,
    deleted: 0,
    bbox: [8.5, 47.3, 8.6, 47.4],
    ids: ['summit'],
  },
  'map.created': { id: 'Xk4nRb8eWqLs2yTdC6vJfM' },
  'map.updated': { id: 'Xk4nRb8eWqLs2yTdC6vJfM' },
  'map.deleted': { id: 'Xk4nRb8eWqLs2yTdC6vJfM' },
  'job.succeeded': { id: 'Vn2cXs7jBe4kGz9fTqYw1R', kind: 'import', done: 20 },
  'job.failed': { id: 'Vn2cXs7jBe4kGz9fTqYw1R', kind: 'import', done: 3 },
} as const;

export type WebhookEventType = keyof typeof WEBHOOK_SAMPLES;

/** The type of the message that only a test sends. */
export const TEST_TYPE = 'webhook.test';

const types = Object.keys(WEBHOOK_SAMPLES);
const groups = new Set(types.map((type) => `${type.split('.')[0]}.*`));

/** What an endpoint may ask for: types, all of one kind such as `image.*`, or everything. */
export const WEBHOOK_PATTERNS: readonly string[] = ['*', ...groups, ...types];

const isPattern = (text: string): boolean => WEBHOOK_PATTERNS.includes(text);

/** @throws {InvalidInput} */
export function parsePatterns(patterns: readonly string[]): readonly string[] {
  const unknown = patterns.flatMap((text, index) => (isPattern(text) ? [] : [{ text, index }]));
  InvalidInput.throwIfAny(
    unknown.map(({ text, index }) => ({
      pointer: `/${index}`,
      code: 'unknown-event',
      detail: `There is no event '${text.slice(0, 64)}'. Events are ${WEBHOOK_PATTERNS.join(', ')}.`,
    })),
  );
  if (patterns.length === 0)
    throw InvalidInput.of('empty', 'The list of events must not be empty; `*` stands for all.');
  return [...new Set(patterns)].sort();
}

/** Whether a list of patterns asks for messages of this type. */
export function asksFor(patterns: readonly string[], type: string): boolean {
  return patterns.some(
    (pattern) =>
      pattern === '*' ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );
}
