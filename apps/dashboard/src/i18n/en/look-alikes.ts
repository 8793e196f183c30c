/** The texts of the view of images that look alike. */
export const lookAlikes = {
  title: 'Look-alikes',
  text: 'The same picture, saved again, scaled or with other colours. Nothing is deleted unless you say so.',
  notFound: 'Not found are pictures that were mirrored, turned by a quarter, or cropped by a fifth or more.',
  empty: 'No look-alikes',
  emptyText:
    'New pictures are compared when they have been looked at, a moment after the upload. Those of a large library take longer.',
  group: (count: number, day: string) => `${count} pictures, the newest of ${day}`,
  choose: 'Which one to keep',
  better: (reasons: string) => (reasons === '' ? 'Suggested' : `Suggested: ${reasons}`),
  reasons: {
    larger: 'larger',
    place: 'has a place',
    time: 'has a time',
    'more-bytes': 'less compressed',
    earlier: 'came first',
  },
  sameBytes: 'The same file',
  size: (width: string, height: string, bytes: string) => `${width} × ${height}, ${bytes}`,
  open: (name: string) => `Open ${name}`,
  keep: (others: number) =>
    others === 1
      ? 'Keep this, move the other to the trash'
      : `Keep this, move the ${others} others to the trash`,
  keepAll: 'Keep all',
  kept: 'They will not be shown as look-alikes again.',
};
