import type { Listing } from '@cairn/client';

const PAGE = 200;
/** The number of items that are reloaded after a change. Items further down stay as they were loaded. */
const READ_AGAIN = 5 * PAGE;

interface Known {
  readonly id: string;
}

/** Returns the source of a list, in pages of the given size. */
export type PageSource<T> = (pageSize: number) => Listing<T>;

/** A part of a list, and where the next part begins. */
interface Part<T> {
  readonly items: readonly T[];
  readonly pages: AsyncIterator<readonly T[]>;
  readonly isWhole: boolean;
}

/** A list that is loaded page by page while somebody scrolls. */
export class PagedList<T extends Known> {
  items = $state.raw<readonly T[]>([]);
  isWhole = $state(false);
  isLoading = $state(false);
  error = $state.raw<unknown>();

  private source: PageSource<T> | undefined;
  private pages: Part<T>['pages'] | undefined;
  private attempt = 0;
  private reading = Promise.resolve();

  /** Loads the list from its start. The old items stay until the first page has arrived. */
  async load(source: PageSource<T>): Promise<void> {
    this.source = source;
    await this.read(async () => await nextPart(pagesOf(source)));
  }

  /** Reads the next page. */
  async more(): Promise<void> {
    const { pages, isLoading, isWhole, error } = this;
    if (pages === undefined || isLoading || isWhole || error !== undefined) return;
    await this.read(async () => {
      const part = await nextPart(pages);
      return { ...part, items: [...this.items, ...part.items] };
    });
  }

  /** Loads the next page, after one that is being loaded. Resolves to whether there may be more. */
  async next(): Promise<boolean> {
    while (this.isLoading) await this.reading;
    await this.more();
    return !this.isWhole && this.error === undefined;
  }

  /** Reloads the visible items after a change. If that fails, the old items stay. */
  async refresh(): Promise<void> {
    while (this.isLoading) await this.reading;
    const { source, pages, items, isWhole } = this;
    if (source === undefined) return;
    if (pages === undefined || this.error !== undefined) await this.load(source);
    else
      await this.read(async () => {
        const shown = { items, pages, isWhole };
        return withNew(await firstPart(source, items.length).catch(() => shown), shown);
      });
  }

  /** Replaces an item by its current state. */
  replace(now: Known & Partial<T>): void {
    this.items = this.items.map((each) => (each.id === now.id ? { ...each, ...now } : each));
  }

  private async read(find: () => Promise<Part<T>>): Promise<void> {
    this.reading = this.attemptTo(find);
    await this.reading;
  }

  private async attemptTo(find: () => Promise<Part<T>>): Promise<void> {
    const attempt = (this.attempt += 1);
    this.isLoading = true;
    this.error = undefined;
    try {
      const part = await find();
      if (attempt === this.attempt) ({ items: this.items, pages: this.pages, isWhole: this.isWhole } = part);
    } catch (error) {
      if (attempt === this.attempt) this.error = error;
    } finally {
      if (attempt === this.attempt) this.isLoading = false;
    }
  }
}

const pagesOf = <T>(source: PageSource<T>): Part<T>['pages'] => source(PAGE).pages()[Symbol.asyncIterator]();

async function nextPart<T>(pages: Part<T>['pages']): Promise<Part<T>> {
  const next = await pages.next();
  const items = next.done === true ? [] : next.value;
  return { items, pages, isWhole: items.length < PAGE };
}

/** Loads the first items of a source: at least `count`, but no more than are reloaded at once. */
async function firstPart<T>(source: PageSource<T>, count: number): Promise<Part<T>> {
  let part = await nextPart(pagesOf(source));
  while (!part.isWhole && part.items.length < Math.min(count, READ_AGAIN)) {
    const next = await nextPart(part.pages);
    part = { ...next, items: [...part.items, ...next.items] };
  }
  return part;
}

/** Merges reloaded first items with the items that were shown. */
function withNew<T extends Known>(first: Part<T>, shown: Part<T>): Part<T> {
  if (first.isWhole || first.items.length >= shown.items.length) return first;
  const ids = new Set(first.items.map(({ id }) => id));
  const same = shown.items.findLastIndex(({ id }) => ids.has(id));
  return same < 0 ? first : { ...shown, items: [...first.items, ...shown.items.slice(same + 1)] };
}
