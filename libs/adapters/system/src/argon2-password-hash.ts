import type { PasswordHash } from '@cairn/access/spi';
import { FairSemaphore } from '@cairn/kernel';

/** Limits hashing to two of libuv's four threads, because they also read files. */
const AT_ONCE = 2;

/**
 * argon2id with 19 MiB, two passes and one lane, as OWASP recommends: about 30 ms in a libuv thread, of which one holder
 * has one at a time. Loaded on first use.
 */
export class Argon2PasswordHash implements PasswordHash {
  private readonly threads = new FairSemaphore({ count: AT_ONCE, reserved: 1 });

  async hash(password: string, holder = ''): Promise<string> {
    const { hash } = await import('@node-rs/argon2');
    const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
    return await this.threads.run({ holder }, () => hash(password, options));
  }

  async verify(password: string, hash: string, holder = ''): Promise<boolean> {
    const { verify } = await import('@node-rs/argon2');
    return await this.threads.run({ holder }, () => verify(hash, password).catch(() => false));
  }
}
