/** One of the things that a piece of work is about, as the list of them shows it. */
export interface WorkItem {
  readonly name: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'stopped';
  /** From 0 to 1; `undefined` if it is not known. */
  readonly part?: number | undefined;
  /** Such as its size. */
  readonly note?: string | undefined;
  /** Why it failed. */
  readonly reason?: string | undefined;
  /** What it has become: an address that people copy. */
  readonly address?: string | undefined;
  readonly retry?: (() => void) | undefined;
  /** Takes it out of the work. */
  readonly leaveOut?: (() => void) | undefined;
}

/** Work that takes a while. It goes on while other views are shown, and ends with the page. */
export interface Work {
  /** How far it is, in words, such as `3 of 800 uploaded`. */
  readonly title: string;
  readonly isRunning: boolean;
  /** From 0 to 1; `undefined` if it is not known. */
  readonly part: number | undefined;
  /** What it does at the moment, such as how fast it is. */
  readonly detail?: string | undefined;
  /** What keeps it from going on, without numbers that change: it is read out. */
  readonly hindrance?: string | undefined;
  /** What it is about. Work on very many things may have only those that failed. */
  readonly items: readonly WorkItem[];
  /** How many of them failed. */
  readonly failed: number;
  /** Ends it. What is done stays done. */
  readonly stop: () => void;
  /** Goes on with what failed, or was stopped; absent where nothing is left to do. */
  readonly retry?: (() => void) | undefined;
  /** Goes on at once, where it waits. */
  readonly hurry?: (() => void) | undefined;
}

/** All work since the page was opened, until someone takes what has ended off the list. */
class Works {
  all = $state.raw<readonly Work[]>([]);
  readonly isRunning = $derived(this.all.some(({ isRunning }) => isRunning));

  /** Shows it. Work that is shown already stays where it is. */
  add(work: Work): void {
    if (!this.all.includes(work)) this.all = [...this.all, work];
  }

  remove(work: Work): void {
    this.all = this.all.filter((each) => each !== work);
  }
}

export const works = new Works();
