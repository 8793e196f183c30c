import { counted, type Counted } from './images.ts';

const restorable = (days: number | undefined): string =>
  days === undefined ? '' : ` and can be restored for ${days === 1 ? 'one day' : `${days} days`}`;

/** The texts of the trash. */
export const trash = {
  title: 'Trash',
  text: 'What was deleted can be restored until its time is over.',
  goesToTrash: {
    one: (days?: number) => `It moves to the trash${restorable(days)}. Links to it stop working now.`,
    feature: (days?: number) => `It moves to the trash${restorable(days)}.`,
    many: (days?: number) => `They move to the trash${restorable(days)}. Links to them stop working now.`,
  },
  isFinal: 'This server keeps no trash: it cannot be undone.',
  undo: 'Undo',
  undone: (count: number) => (count === 1 ? 'Restored.' : `${count} restored.`),
  left: (count: number) => (count === 1 ? 'One could not be restored.' : `${count} could not be restored.`),
  restore: 'Restore',
  restoreNamed: (title: string) => `Restore “${title}”`,
  restoreAll: 'Restore all',
  restoredOf: ({ done, all, failed }: Counted) => counted(`${done} of ${all} restored`, failed),
  renamed: (title: string) => `“${title}” was restored with another name, because its own was taken.`,
  empty: 'Nothing in the trash',
  emptyText: 'Images, albums, spaces, features and maps that are deleted are kept here for some days.',
  emptyAll: 'Empty the trash',
  emptyAllText: 'Everything in it is deleted permanently. This cannot be undone.',
  emptied: 'The trash is empty.',
  purge: 'Delete permanently',
  purgeNamed: (title: string) => `Delete “${title}” permanently`,
  purgeText: 'This cannot be undone.',
  kinds: { image: 'Image', album: 'Album', space: 'Space', features: 'Features', map: 'Map' },
  detail: (kind: string, deleted: string, until: string) => `${kind}, deleted ${deleted}, until ${until}`,
};
