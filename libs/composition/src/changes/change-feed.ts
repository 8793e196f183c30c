import { type Outbox, SingleFlight, OUTBOX_START } from '@cairn/kernel';
import { changeIn, isOfSpaces, type Change, type RawChange } from './change.js';

/** Maximum changes of an account that are returned at once. */
const MAX_TOLD = 1_000;

/** Interval for noticing changes of other nodes, and of features. */
const POLL_MS = 1_000;

/** Time for which changes are collected after a nudge, so that they share one query. */
const GATHER_MS = 50;

const PAGE = 1_000;

/** How many changes are kept in memory for followers who come back. */
const RECENT = 10_000;

/** Follows the changes of one account. */
export interface Follower {
  readonly owner: string;
  /** Called first, with the position after which the follower gets changes. */
  begun(position: number): void;
  /** Called in the order of the positions. */
  changed(change: Change): void;
  /** Changes may have been missed. Later changes are told as before. */
  missed(): void;
}

interface Options {
  readonly outbox: Pick<Outbox, 'list' | 'extent'>;
  /** The owner of a space, `undefined` if there is none. */
  readonly ownerOf: (spaceId: string) => Promise<string | undefined>;
  /** Called when the outbox is unavailable; it is read again. */
  readonly failed: (error: unknown) => void;
}

/** Reads the outbox once for all followers on this node, and not at all while there are none. */
export class ChangeFeed {
  private readonly followers = new Set<Follower>();
  private readonly recent = new RecentChanges(RECENT);
  /** The owners of spaces; `undefined` for spaces that are gone. */
  private readonly owners = new Map<string, string | undefined>();
  private readonly reading = new SingleFlight<void>();
  private timer: NodeJS.Timeout | undefined;
  /** When the timer ends, in milliseconds of `performance.now`. */
  private dueAt = 0;
  /** Whether the outbox still has everything after the position. */
  private isCurrent = false;
  /** How often reading was stopped. A read that is stopped before it ends leaves an outdated position. */
  private rests = 0;
  private isNudged = false;
  private isStopped = false;

  constructor(private readonly options: Options) {}

  /** The position up to which followers were told. */
  get position(): number {
    return this.recent.position;
  }

  /**
   * Tells the follower of the changes after the position, or of those from now on. Returns a function that ends this.
   * @throws {StorageUnavailable}
   */
  async follow(follower: Follower, after?: number): Promise<() => void> {
    // Another node may have told of a change that was not read here yet.
    if (!this.isCurrent || (after !== undefined && after > this.position)) await this.readAnew();
    this.followers.add(follower);
    const missed = after === undefined ? [] : this.recent.after(after, follower.owner);
    follower.begun(missed === undefined ? this.position : (after ?? this.position));
    if (missed === undefined) follower.missed();
    else for (const change of missed) follower.changed(change);
    this.schedule(POLL_MS);
    return () => {
      this.followers.delete(follower);
      if (this.followers.size === 0) this.rest();
    };
  }

  /** Signals that there may be new events. */
  nudge(): void {
    this.isNudged = true;
    if (!this.reading.isRunning && this.followers.size > 0) this.schedule(GATHER_MS);
  }

  /** Stops reading, and waits until the current read has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.rest();
    await this.reading.ended();
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isCurrent = false;
    this.rests += 1;
  }

  /** Only ever moves the next read forward, so that continuous nudges do not put it off. */
  private schedule(ms: number): void {
    if (this.isStopped || this.followers.size === 0) return;
    const dueAt = performance.now() + ms;
    if (this.timer !== undefined && this.dueAt <= dueAt) return;
    clearTimeout(this.timer);
    this.dueAt = dueAt;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.readAnew()
        .catch((error: unknown) => this.isStopped || this.options.failed(error))
        .finally(() => this.schedule(this.isNudged ? GATHER_MS : POLL_MS));
    }, ms).unref();
  }

  /** Reads what is there now. A read that is in progress may already be past it. */
  private async readAnew(): Promise<void> {
    await this.reading.ended();
    await this.reading.run(() => this.readAll());
  }

  private async readAll(): Promise<void> {
    this.isNudged = false;
    const { rests } = this;
    try {
      if (!this.isCurrent) await this.resume();
      let count = PAGE;
      while (count === PAGE && !this.isStopped) {
        const entries = await this.options.outbox.list(this.position, PAGE);
        for (const entry of entries) {
          const change = changeIn(entry);
          if (change !== undefined) await this.take(change);
          this.recent.reach(entry.position);
        }
        count = entries.length;
      }
      this.isCurrent = rests === this.rests;
    } catch (error) {
      this.isCurrent = false;
      throw error;
    }
  }

  /** Continues at the position if the outbox still has everything after it, otherwise at the latest events. */
  private async resume(): Promise<void> {
    const { pruned, last } = await this.options.outbox.extent();
    const from = Math.max(pruned, last - this.recent.capacity);
    if (this.position >= from && this.position <= last) return;
    this.recent.restart(from);
    this.owners.clear();
    for (const follower of this.followers) follower.missed();
  }

  /** Leaves out the features of a space that is gone: its followers are told that it was deleted. */
  private async take(told: RawChange): Promise<void> {
    const owner = isOfSpaces(told.type) ? await this.ownerOfSpace(told) : told.owner;
    if (owner === undefined) return;
    const change = { ...told, owner };
    this.recent.add(change);
    for (const follower of this.followers) if (follower.owner === owner) follower.changed(change);
  }

  /** Looks up the owner once, even if there is none. */
  private async ownerOfSpace({ id, owner }: RawChange): Promise<string | undefined> {
    if (owner === undefined && this.owners.has(id)) return this.owners.get(id);
    const found = owner ?? (await this.options.ownerOf(id));
    if (this.owners.size >= RECENT) this.owners.clear();
    this.owners.set(id, found);
    return found;
  }
}

/** The latest changes of all accounts in the order of their positions, as far as they were read. */
class RecentChanges {
  private changes: Change[] = [];
  /** All changes after `floor`, up to `position`, are here. */
  private floor = OUTBOX_START;
  private read = OUTBOX_START;

  constructor(readonly capacity: number) {}

  get position(): number {
    return this.read;
  }

  /** Forgets all changes. The next ones are those after the position. */
  restart(position: number): void {
    this.changes = [];
    this.floor = position;
    this.read = position;
  }

  add(change: Change): void {
    this.changes.push(change);
    // Several at a time, as each removal moves all others.
    if (this.changes.length < this.capacity * 1.1) return;
    const removed = this.changes.splice(0, this.changes.length - this.capacity);
    this.floor = removed.at(-1)?.position ?? this.floor;
  }

  /** All changes up to the position were added. */
  reach(position: number): void {
    this.read = position;
  }

  /** The account's changes after the position; `undefined` if not all of them are here, or they are too many. */
  after(position: number, owner: string): readonly Change[] | undefined {
    if (position < this.floor || position > this.read) return undefined;
    const found = this.changes.filter((change) => change.position > position && change.owner === owner);
    return found.length > MAX_TOLD ? undefined : found;
  }
}
