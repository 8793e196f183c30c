/** A subject at an identity provider (OpenID Connect Core §2). The pair is never reassigned. */
export interface Identity {
  /** The issuer, exactly as the provider states it. */
  readonly issuer: string;
  readonly subject: string;
}

/** An identity that a user signs in with. */
export interface LinkedIdentity extends Identity {
  readonly id: string;
  readonly userId: string;
  /**
   * The provider's name for the user when it was linked, such as an e-mail address. For display only, never for
   * comparison.
   */
  readonly name: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

const ID_LENGTH = 22;
const MAX_NAME_LENGTH = 200;

/** An identity that has not been stored. */
export function newIdentity(
  { ids, clock }: { readonly ids: { next(length: number): string }; readonly clock: { now(): number } },
  { issuer, subject, userId, name }: Omit<LinkedIdentity, 'id' | 'createdAt'>,
): LinkedIdentity {
  const shown = name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').slice(0, MAX_NAME_LENGTH);
  return { id: ids.next(ID_LENGTH), userId, issuer, subject, name: shown, createdAt: clock.now() };
}
