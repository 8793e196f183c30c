import { Clock, type PortsOf } from '@cairn/kernel';
import { GrantRepository } from './grant-repository.js';
import type { Grant } from './grant.js';

const NOTE_INTERVAL_MS = 60_000;
const MAX_NOTED = 10_000;

/** Notes when grants were last used. */
export class NoteGrantUse {
  static readonly ports = { grants: GrantRepository, clock: Clock };

  /** When the use of a grant was last stored. */
  private readonly noted = new Map<Grant['id'], number>();

  constructor(private readonly ports: PortsOf<typeof NoteGrantUse.ports>) {}

  /**
   * Writes to the store at most once a minute, because a write slows down all readers. Never fails: a store that cannot
   * be written to must not keep anyone from reading. Nobody needs to wait for it.
   */
  async execute({ id }: Grant): Promise<void> {
    const { grants, clock } = this.ports;
    const now = clock.now();
    if (now - (this.noted.get(id) ?? -Infinity) < NOTE_INTERVAL_MS) return;
    if (this.noted.size >= MAX_NOTED) this.noted.clear();
    this.noted.set(id, now);
    await grants.use(id, now).catch(() => undefined);
  }
}
