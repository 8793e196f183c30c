/** Something that is loaded from the server: nothing yet, then the value or the error of the latest attempt. */
export class Resource<T> {
  value = $state.raw<T>();
  error = $state.raw<unknown>();
  isLoading = $state(false);
  private attempt = 0;

  constructor(private readonly read: () => Promise<T>) {}

  /** Loads it again. What was loaded before stays until then. Of several attempts the latest one counts. */
  readonly load = async (): Promise<void> => {
    const attempt = (this.attempt += 1);
    this.isLoading = true;
    try {
      const value = await this.read();
      if (attempt !== this.attempt) return;
      this.value = value;
      this.error = undefined;
    } catch (error) {
      if (attempt === this.attempt) this.error = error;
    } finally {
      if (attempt === this.attempt) this.isLoading = false;
    }
  };
}
