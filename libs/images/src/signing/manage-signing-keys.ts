import { Clock, IdGenerator, parseAll, type PortsOf } from '@cairn/kernel';
import { SigningKeyExists } from '../errors.js';
import { SigningKeyRepository, parseSigningKeyName, type SigningKey } from './signing-key-repository.js';

const ID_LENGTH = 22;
/** 256 bits in base62. */
const SECRET_LENGTH = 43;

export interface SigningKeyRequest {
  readonly name: string;
  /** The owner to whom tokens that it signs upload, who was checked. */
  readonly uploadsTo?: string | undefined;
  /** Reserved names: those of keys that are stored elsewhere. */
  readonly reserved: { has(name: string): boolean };
}

/** Creates a key that signs URLs, or upload tokens too. */
export class CreateSigningKey {
  static readonly ports = { keys: SigningKeyRepository, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof CreateSigningKey.ports>) {}

  /** @throws {InvalidInput} {SigningKeyExists} if the name is taken or reserved. {SigningKeyLimitReached} */
  async execute({ name: given, reserved, uploadsTo }: SigningKeyRequest): Promise<SigningKey> {
    const { keys, clock, ids } = this.ports;
    const { name } = parseAll({ name: () => parseSigningKeyName(given) });
    if (reserved.has(name)) throw new SigningKeyExists();
    const key = {
      id: ids.next(ID_LENGTH),
      name,
      secret: ids.next(SECRET_LENGTH),
      createdAt: clock.now(),
      ...(uploadsTo !== undefined && { uploadsTo }),
    };
    await keys.add(key);
    return key;
  }
}

/** Lists the signing keys, oldest first, without their secrets. */
export class ListSigningKeys {
  static readonly ports = { keys: SigningKeyRepository };

  constructor(private readonly ports: PortsOf<typeof ListSigningKeys.ports>) {}

  async execute(): Promise<readonly Omit<SigningKey, 'secret'>[]> {
    return (await this.ports.keys.list()).map(({ secret, ...shown }) => shown);
  }
}

/** Removes a key. URLs that it signed are rejected from now on. */
export class RevokeSigningKey {
  static readonly ports = { keys: SigningKeyRepository };

  constructor(private readonly ports: PortsOf<typeof RevokeSigningKey.ports>) {}

  /** @throws {SigningKeyNotFound} */
  async execute(id: string): Promise<void> {
    await this.ports.keys.remove(id);
  }
}
