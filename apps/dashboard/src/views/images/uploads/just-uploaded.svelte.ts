/** What the latest uploads left to do. */
class JustUploaded {
  /** The ids of images without a place. */
  placeless = $state.raw<ReadonlySet<string>>(new Set());
}

export const justUploaded = new JustUploaded();
