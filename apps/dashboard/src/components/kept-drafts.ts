/** Something that is being changed. */
interface Draft {
  /** Whether it differs from what is stored. */
  readonly isChanged: boolean;
}

/**
 * Unsaved drafts by the id of what they are of. They are restored when somebody leaves a view and comes back; the browser asks
 * before the page with them is closed.
 */
export class KeptDrafts<T extends Draft> {
  private readonly drafts = new Map<string, T>();

  get(id: string): T | undefined {
    return this.drafts.get(id);
  }

  /** Replaces the draft, or removes it. */
  keep(id: string, draft: T | undefined): void {
    if (draft === undefined) this.drafts.delete(id);
    else this.drafts.set(id, draft);
    // Registered only while needed: a page with a `beforeunload` handler cannot be kept for Back and Forward.
    if (this.drafts.size > 0) addEventListener('beforeunload', this.ask);
    else removeEventListener('beforeunload', this.ask);
  }

  private readonly ask = (event: BeforeUnloadEvent): void => {
    if ([...this.drafts.values()].some(({ isChanged }) => isChanged)) event.preventDefault();
  };
}
