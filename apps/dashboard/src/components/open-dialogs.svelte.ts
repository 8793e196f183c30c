/** The dialogs that are open, by their ids, the topmost last. What is beside that one can neither be seen nor used. */
class OpenDialogs {
  private ids = $state.raw<readonly string[]>([]);
  /** `undefined` where none is open. */
  readonly top = $derived(this.ids.at(-1));

  /** Returns a function that takes it away. */
  add(id: string): () => void {
    this.ids = [...this.ids, id];
    return () => (this.ids = this.ids.filter((each) => each !== id));
  }
}

export const openDialogs = new OpenDialogs();
