import type { Image, ImageCondition, Lacking } from '@cairn/images';
import { anImage } from '../../builders.js';

export interface Photo {
  readonly id: string;
  readonly capturedAt?: string;
  readonly position?: readonly [longitude: number, latitude: number];
  readonly camera?: { readonly make?: string; readonly model?: string };
}

/** A photo, whose file says so. */
export function aPhoto(
  { id, capturedAt, position, camera }: Photo,
  given: Parameters<typeof anImage>[0] = {},
): Image {
  const [longitude, latitude] = position ?? [];
  return anImage({
    id,
    description: {
      uploadSha256: 'ab'.repeat(32),
      removed: [],
      ...(capturedAt !== undefined && { capturedAt }),
      ...(longitude !== undefined && latitude !== undefined && { position: { longitude, latitude } }),
      ...(camera && { camera }),
    },
    ...given,
  });
}

export const taken = (from?: string, until?: string): ImageCondition => ({
  kind: 'taken',
  from: from === undefined ? undefined : Date.parse(`${from}Z`),
  until: until === undefined ? undefined : Date.parse(`${until}Z`),
});
export const without = (what: Lacking): ImageCondition => ({ kind: 'without', what });
