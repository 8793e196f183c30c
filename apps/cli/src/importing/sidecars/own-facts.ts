import type { OwnEdit, OwnFacts } from '@cairn/image-structure';
import { editShownBy, possibleEdit, type EditChange, type ImageSettings } from '@cairn/images';
import { turnIn } from '../../transfer/image-record.js';
import type { Facts } from './facts.js';

/** What a person had set in Cairn, from an XMP sidecar of an export. */
export function settingsIn({ takenAt, position }: OwnFacts = {}): ImageSettings {
  return { ...(takenAt !== undefined && { takenAt }), ...(position && { position }) };
}

/** The edit that sidecars of a file tell; `undefined` if there is none, or it is impossible. `orientation` is that of the file. */
export function editIn({ own, shown }: Facts, orientation: number | undefined): EditChange | undefined {
  if (own?.edit !== undefined) return ownEdit(own.edit);
  return shown && orientation !== undefined ? editShownBy(orientation, shown) : undefined;
}

function ownEdit({ turn, mirror, crop }: OwnEdit): EditChange | undefined {
  const edit = { turn: turnIn(turn), mirror, ...(crop && { crop }) };
  return possibleEdit({ orientation: 1, frames: 1 }, edit) && edit;
}
