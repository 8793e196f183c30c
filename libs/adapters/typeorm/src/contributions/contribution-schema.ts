import { storedFile, type Guest, type Image, type WaitingImage } from '@cairn/images';
import { uploadOf } from '@cairn/images/spi';
import { idOf, integer, oneOf, optional, table, text } from '../sql/table.js';
import { CONTRIBUTIONS } from '../images/tables/contributions-mark.js';

/** An image that waits for approval. No foreign keys: it outlives its link and its album. */
export interface ContributionRow {
  readonly id: string;
  readonly owner: string;
  readonly linkId: string;
  readonly guest: string | null;
  readonly placeType: WaitingImage['place']['type'];
  readonly placeId: string;
  readonly addedAt: number;
  /** What is stored. */
  readonly blobKey: string;
  readonly contentType: string;
  readonly sha256: string;
  readonly sizeInBytes: number;
  /** By `uploadOf`. */
  readonly uploadSha256: string;
  /** The image as JSON. */
  readonly record: string;
}

export const ContributionSchema = table<ContributionRow>(
  'contribution',
  {
    id: text,
    owner: idOf('owner', 'apart'),
    linkId: text,
    guest: optional(text),
    placeType: oneOf('album', 'folder'),
    placeId: text,
    addedAt: integer,
    blobKey: { ...text, unique: true },
    contentType: text,
    sha256: text,
    sizeInBytes: integer,
    uploadSha256: text,
    record: text,
  },
  {
    since: CONTRIBUTIONS,
    traces: 'contributions',
    indexes: {
      contribution_by_age: '(owner, added_at, id)',
      contribution_by_upload: '(link_id, upload_sha256)',
    },
  },
);

/** Who adds images by a link. They stay while their account does: their images name them. */
export interface GuestRow extends Omit<Guest, 'name'> {
  readonly owner: string;
  readonly linkId: string;
  readonly name: string | null;
  readonly createdAt: number;
}

export const GuestSchema = table<GuestRow>(
  'guest',
  {
    id: text,
    owner: idOf('owner'),
    linkId: text,
    name: optional(text),
    createdAt: integer,
  },
  { since: CONTRIBUTIONS, traces: 'guests', indexes: { guest_by_owner: '(owner, id)' }, withoutRowid: true },
);

const parse: (json: string) => Image = JSON.parse;

export function contributionRow({ image, linkId, place }: WaitingImage): ContributionRow {
  const { id, owner, guest = null, createdAt, file } = image;
  return {
    id,
    owner,
    linkId,
    guest,
    placeType: place.type,
    placeId: place.id,
    addedAt: createdAt,
    blobKey: file.blobKey,
    contentType: file.contentType,
    ...storedFile(file),
    uploadSha256: uploadOf(image).sha256,
    record: JSON.stringify(image),
  };
}

export type WaitingRow = Pick<ContributionRow, 'record' | 'linkId' | 'placeType' | 'placeId'>;

export function toWaiting({ record, linkId, placeType: type, placeId }: WaitingRow): WaitingImage {
  return { image: parse(record), linkId, place: { type, id: placeId } };
}
