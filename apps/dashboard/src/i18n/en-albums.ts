import type { Counted } from './en-images.ts';

/** The texts of albums. */
export const enAlbums = {
  albums: {
    title: 'Albums',
    text: 'Selections of images with a title. An image can be in many.',
    add: 'Add to album…',
    addCount: (count: number) =>
      count === 1 ? 'Add one image to an album' : `Add ${count} images to an album`,
    added: (title: string) => `Added to “${title}”.`,
    addedOf: ({ done, all, failed }: Counted) =>
      `${done} of ${all} added to an album${failed > 0 ? `, ${failed} failed` : ''}`,
    addHint: 'Choose an album below, or type the title of a new one.',
    change: 'Edit',
    count: (count: number, text: string) => (count === 1 ? '1 image' : `${text} images`),
    cover: 'Make cover',
    coverSet: 'The album has another cover.',
    create: 'New album',
    delete: 'Delete',
    deleted: (title: string) => `The album “${title}” is deleted.`,
    deleteNamed: (title: string) => `Delete the album “${title}”`,
    deleteText: 'The album goes, its images stay. This cannot be undone.',
    description: 'Description',
    empty: 'No albums yet',
    emptyText: 'Make one here, or select images in the view Images and add them to an album.',
    fillsItself: 'Fills itself',
    gone: 'This album is not there',
    goneText: 'It may have been deleted. Its images are still there.',
    more: 'Show more',
    moved: (place: string, all: string) => `Moved to place ${place} of ${all}`,
    moveLeft: 'Move left',
    moveRight: 'Move right',
    moveToFront: 'Move to the front',
    name: 'Title',
    noImages: 'No images in it yet',
    noImagesText: 'Select images in the view Images, then choose “Add to album…”.',
    noneMatch: 'No image matches what this album looks for.',
    noneWithTitle: 'No album has this in its title.',
    open: 'Open',
    order: 'Order',
    orders: { manual: 'By hand', newest: 'Newest first', oldest: 'Oldest first' },
    showAll: 'Show all albums',
    takenOf: ({ done, all, failed }: Counted) =>
      `${done} of ${all} taken out of an album${failed > 0 ? `, ${failed} failed` : ''}`,
    takeOut: 'Take out of album',
    toImages: 'Go to the images',
  },
};
