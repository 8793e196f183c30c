import type { PasswordHash } from '@cairn/access/spi';

/**
 * argon2id with 19 MiB, two passes and one lane, as OWASP recommends: about 30 ms in a libuv thread. Loaded on first
 * use.
 */
export class Argon2PasswordHash implements PasswordHash {
  async hash(password: string): Promise<string> {
    const { hash } = await import('@node-rs/argon2');
    return await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  }

  async verify(password: string, hash: string): Promise<boolean> {
    const { verify } = await import('@node-rs/argon2');
    return await verify(hash, password).catch(() => false);
  }
}
