/** Who somebody is at an identity provider (OpenID Connect Core §2): the pair never means anybody else. */
export interface Identity {
  /** Address of the provider, exactly as it says it. */
  readonly issuer: string;
  readonly subject: string;
}

/** An identity by which a user signs in. */
export interface LinkedIdentity extends Identity {
  readonly id: string;
  readonly userId: string;
  /** What the provider called them when it was linked, such as an e-mail address. To be shown, never to be compared. */
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
