/** One item of some work, as the list shows it. */
export interface WorkItem {
  readonly name: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'stopped';
  /** From 0 to 1; `undefined` if it is not known. */
  readonly part?: number | undefined;
  /** Additional text, such as a size. */
  readonly note?: string | undefined;
  /** Why it failed. */
  readonly reason?: string | undefined;
  /** The address of the result, which people can copy. */
  readonly address?: string | undefined;
  readonly retry?: (() => void) | undefined;
  /** Removes the item from the work. */
  readonly leaveOut?: (() => void) | undefined;
}

/** Long-running work. It continues while other views are shown, and ends with the page. */
export interface Work {
  /** The progress in words, such as `3 of 800 uploaded`. */
  readonly title: string;
  readonly isRunning: boolean;
  /** From 0 to 1; `undefined` if it is not known. */
  readonly part: number | undefined;
  /** The current activity, such as the speed. */
  readonly detail?: string | undefined;
  /** What to do about the finished work, and the path of the view for it. */
  readonly hint?: { readonly text: string; readonly path: string } | undefined;
  /** The reason why the work is paused, without changing numbers, because screen readers read it out. */
  readonly hindrance?: string | undefined;
  /** The items of the work. Work on very many items may list only those that failed. */
  readonly items: readonly WorkItem[];
  /** The number of failed items. */
  readonly failed: number;
  /** Stops the work. Finished items stay finished. */
  readonly stop: () => void;
  /** Retries what failed or was stopped; absent if nothing is left to do. */
  readonly retry?: (() => void) | undefined;
  /** Ends a pause at once; absent while nothing waits. */
  readonly hurry?: (() => void) | undefined;
}

/** All work since the page was opened, until somebody removes finished work from the list. */
class Works {
  all = $state.raw<readonly Work[]>([]);
  readonly isRunning = $derived(this.all.some(({ isRunning }) => isRunning));

  /** Adds work to the list. Work that is already listed keeps its place. */
  add(work: Work): void {
    if (!this.all.includes(work)) this.all = [...this.all, work];
  }

  remove(work: Work): void {
    this.all = this.all.filter((each) => each !== work);
  }
}

export const works = new Works();
