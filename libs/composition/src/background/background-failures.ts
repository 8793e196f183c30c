/** How often background work has failed in this process, whole runs and single items. */
export class BackgroundFailures {
  private readonly byName = new Map<string, number>();
  private count = 0;

  add(name: string): void {
    this.count += 1;
    this.byName.set(name, (this.byName.get(name) ?? 0) + 1);
  }

  get total(): number {
    return this.count;
  }

  /** By the name of the job or consumer; those that never failed are not in it. */
  get counts(): ReadonlyMap<string, number> {
    return this.byName;
  }
}
