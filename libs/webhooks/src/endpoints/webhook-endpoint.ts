import { InvalidInput } from '@cairn/kernel';

/** How many an account may have. */
export const MAX_ENDPOINTS = 20;

/** How long the former secret still signs, after another one was made. */
export const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Length of a secret in base62 characters: as a multiple of four, it is valid base64, too; 190 bits of entropy. */
const SECRET_LENGTH = 32;
const MAX_DESCRIPTION = 500;

/** Control characters other than tabs and line breaks. PostgreSQL stores no text with NUL. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;

/**
 * Maximum pending deliveries of an endpoint. Twice as many are allowed while nothing fails, so that an endpoint that
 * was enabled again has time to catch up.
 */
export const MAX_PENDING = 10_000;

/**
 * Why an endpoint gets nothing: its owner disabled it, it answered that it is gone, it has failed for days, too many
 * messages wait for it, or whoever made it has lost the right to.
 */
export type DisabledBy = 'owner' | 'gone' | 'failing' | 'backlog' | 'revoked';

/** Where an account wants events to be sent. Times in epoch milliseconds. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  /** Types of messages, or patterns such as `image.*`. */
  readonly events: readonly string[];
  readonly description: string;
  /** Absent while it is enabled. */
  readonly disabledBy?: DisabledBy | undefined;
  /** Since when every attempt has failed; absent if the latest one succeeded. */
  readonly failingSince?: number | undefined;
  readonly secret: string;
  /** This secret signs as well, until a time. */
  readonly formerSecret?: { readonly secret: string; readonly until: number } | undefined;
  /**
   * Who made or last enabled the endpoint, such as `user:8Lk2VbQ0pXzR5tNcW1yGfA`. They must still be a manager. Absent:
   * nobody has to be.
   */
  readonly madeBy?: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export function newSecret(ids: { next(length: number): string }): string {
  return `whsec_${ids.next(SECRET_LENGTH)}`;
}

/** @throws {InvalidInput} */
export function parseDescription(text: string): string {
  if (CONTROL.test(text))
    throw InvalidInput.of('invalid-character', 'The description has a control character.');
  if ([...text].length <= MAX_DESCRIPTION) return text;
  throw InvalidInput.of('too-long', `The description must not have more than ${MAX_DESCRIPTION} characters.`);
}
