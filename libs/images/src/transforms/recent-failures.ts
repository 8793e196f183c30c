import type { Clock, DomainError } from '@cairn/kernel';

const MOST = 1_000;
const REMEMBERED_MS = 60_000;

/** Failures that would come again, so that an image that cannot be rendered costs its time once a minute. */
export class RecentFailures {
  private readonly failures = new Map<string, { readonly error: DomainError; readonly at: number }>();

  constructor(private readonly clock: Clock) {}

  add(key: string, error: DomainError): void {
    this.failures.delete(key);
    this.failures.set(key, { error, at: this.clock.now() });
    const [oldest] = this.failures.keys();
    if (this.failures.size > MOST && oldest !== undefined) this.failures.delete(oldest);
  }

  /** Throws the failure of this key, if there was one in the last minute. */
  rethrow(key: string): void {
    const failure = this.failures.get(key);
    if (failure !== undefined && this.clock.now() < failure.at + REMEMBERED_MS) throw failure.error;
  }
}
