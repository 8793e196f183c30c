import { InvalidInput, parseAll } from '@cairn/kernel';
import { passwordIn } from '../users/password.js';

/** What a link can lead to. A folder is named by its path. */
export const LINKED_TYPES = ['album', 'folder', 'image', 'space', 'map'] as const;
export type LinkedType = (typeof LINKED_TYPES)[number];

export interface LinkedResource {
  readonly type: LinkedType;
  readonly id: string;
}

/** What holders may do: look at images, or also add some. */
export const LINK_ROLES = ['viewer', 'contributor'] as const;
export type LinkRole = (typeof LINK_ROLES)[number];

/**
 * How exactly a link tells where photos were taken: as they say, to the middle of a cell of `COARSE_DEGREES`, or not at
 * all.
 */
export const POSITION_DETAILS = ['exact', 'coarse', 'none'] as const;
export type PositionDetail = (typeof POSITION_DETAILS)[number];

/** Whether images that holders add wait until a manager of the place decides on them. */
export const LINK_APPROVALS = ['none', 'required'] as const;
export type LinkApproval = (typeof LINK_APPROVALS)[number];

/** What becomes of images that holders add, and how many and how much they may add by the link, ever. */
export interface ContributionRules {
  readonly approval: LinkApproval;
  /** Images that are deleted or refused later count, too: otherwise whoever adds and deletes would never be at an end. */
  readonly maxImages: number;
  /** Bytes as they are stored. */
  readonly maxBytes: number;
}

export const DEFAULT_CONTRIBUTION_RULES: ContributionRules = {
  approval: 'none',
  maxImages: 1_000,
  maxBytes: 5_000_000_000,
};

/** More than any account holds. */
export const MOST_CONTRIBUTED_IMAGES = 1_000_000;
export const MOST_CONTRIBUTED_BYTES = 1_000_000_000_000_000;

/** A cell is up to 11 km wide and high. */
export const COARSE_DEGREES = 0.1;

/** Access for anyone who has the secret, which is derived from the identifier and not stored. Times in epoch milliseconds. */
export interface Link extends ContributionRules {
  readonly id: string;
  /** The account that owns the resource. */
  readonly accountId: string;
  /** `SecretDigest` of the secret. */
  readonly digest: string;
  readonly resource: LinkedResource;
  readonly role: LinkRole;
  readonly position: PositionDetail;
  /** Whether originals can be downloaded. */
  readonly download: boolean;
  /** From `PasswordHash`. Absent for a link without a password. */
  readonly passwordHash?: string | undefined;
  readonly expiresAt?: number | undefined;
  readonly createdAt: number;
  /** How often it was opened. */
  readonly uses: number;
  readonly lastUsedAt?: number | undefined;
  /** How many images were added by it, and their bytes. They never become fewer. */
  readonly addedImages: number;
  readonly addedBytes: number;
  /** How many of them wait for a decision. */
  readonly waitingImages: number;
}

/** Maximum links of one account, including expired ones. */
export const MAX_LINKS = 10_000;

/** 131 bits in base62, so that nobody can guess it. */
export const LINK_SECRET_LENGTH = 22;

const MIN_PASSWORD_LENGTH = 6;
const MAX_PASSWORD_LENGTH = 256;

export function isLinkSecret(text: string): boolean {
  return text.length === LINK_SECRET_LENGTH && /^[0-9A-Za-z]+$/.test(text);
}

/**
 * Parses the password of a link: NFKC, 6 to 256 characters. It may be short: guessing is limited, and needs the link.
 * @throws {InvalidInput}
 */
export function parseLinkPassword(text: string): string {
  const password = passwordIn(text);
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH || /\p{Cs}/u.test(password))
    throw InvalidInput.of(
      'invalid-length',
      `The password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
    );
  return password;
}

/** Only what is given. @throws {InvalidInput} naming every fault. */
export function parseContributionRules({
  approval,
  maxImages,
  maxBytes,
}: GivenRules): Partial<ContributionRules> {
  const parsed = parseAll({
    maxImages: () => parseCount(maxImages, MOST_CONTRIBUTED_IMAGES),
    maxBytes: () => parseCount(maxBytes, MOST_CONTRIBUTED_BYTES),
  });
  return {
    ...(approval !== undefined && { approval }),
    ...(parsed.maxImages !== undefined && { maxImages: parsed.maxImages }),
    ...(parsed.maxBytes !== undefined && { maxBytes: parsed.maxBytes }),
  };
}

/** Rules as a request has them. */
export type GivenRules = { readonly [Name in keyof ContributionRules]?: ContributionRules[Name] | undefined };

function parseCount(count: number | undefined, most: number): number | undefined {
  if (count === undefined || (Number.isSafeInteger(count) && count >= 1 && count <= most)) return count;
  throw InvalidInput.of('invalid-limit', `The limit must be a whole number from 1 to ${most}.`);
}

export const isExpired = ({ expiresAt = Infinity }: Pick<Link, 'expiresAt'>, now: number): boolean =>
  expiresAt <= now;

/**
 * The position as the link shows it. The middle of a fixed cell is the same for every request, so repeated requests
 * cannot be averaged.
 */
export function shownPosition<T extends { readonly longitude: number; readonly latitude: number }>(
  { position: detail }: Pick<Link, 'position'>,
  position: T | undefined,
): { readonly longitude: number; readonly latitude: number } | undefined {
  if (detail === 'none' || position === undefined) return undefined;
  const { longitude, latitude } = position;
  if (detail === 'exact') return { longitude, latitude };
  return { longitude: middleOf(longitude, 180), latitude: middleOf(latitude, 90) };
}

/** The last cell of the world includes its upper edge. */
function middleOf(degrees: number, limit: number): number {
  const last = Math.round((2 * limit) / COARSE_DEGREES) - 1;
  const cell = Math.min(last, Math.floor((degrees + limit) / COARSE_DEGREES));
  return Number(((cell + 0.5) * COARSE_DEGREES - limit).toFixed(2));
}
