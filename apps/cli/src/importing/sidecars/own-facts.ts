import type { OwnEdit, OwnFacts } from '@cairn/image-structure';
import { possibleEdit, type EditChange, type ImageSettings } from '@cairn/images';
import { turnIn } from '../../transfer/image-record.js';

/** What a person had set in Cairn, from an XMP sidecar of an export. */
export function settingsIn({ takenAt, position }: OwnFacts = {}): ImageSettings {
  return { ...(takenAt !== undefined && { takenAt }), ...(position && { position }) };
}

/** The edit of a sidecar; `undefined` if it is impossible. */
export function ownEdit({ turn, mirror, crop }: OwnEdit): EditChange | undefined {
  const edit = { turn: turnIn(turn), mirror, ...(crop && { crop }) };
  return possibleEdit({ orientation: 1, frames: 1 }, edit) && edit;
}
