/** The texts of the photo map, and of what puts photos into spaces. */
export const enPhotos = {
  photos: {
    title: 'Photo map',
    text: 'Where your photos were taken, as their files say.',
    all: 'All images',
    choose: 'Put photos in a space',
    chooseText: (name: string) =>
      `Each photo of “${name}” that has a position becomes a point of the space. It follows its image: new photos come, deleted ones go.`,
    column: 'Photos in a space',
    done: (count: number, text: string) => (count === 1 ? 'one image looked at' : `${text} images looked at`),
    empty: 'No photos on the map yet',
    emptyText:
      'Put your photos in a space: those that have a position appear here, and on every map of the space.',
    faults: {
      'space-read-only': 'The space is read only. Allow writing in its settings, then try again.',
      'space-inactive': 'The space is not active. Its photos come when it is active again.',
      'space-forbidden': 'The space belongs to someone else now.',
    } as Readonly<Record<string, string>>,
    key: 'Uploads with a key',
    list: 'Photos on the map',
    newSpace: 'A new space',
    newTitle: 'Photos',
    none: 'No photo has a position',
    noneText:
      'Photos appear here when they come. Cameras and phones write the position into the file if you let them.',
    open: 'Open the image',
    photo: 'Photo',
    privacy: 'Positions are personal: whoever may read the space sees where the photos were taken.',
    put: 'Put them there',
    sharedWarning: 'This space is shared: everyone with a key will see where the photos were taken.',
    sources: 'Where the photos come from',
    space: 'Space',
    states: { filling: 'Filling', current: 'Up to date', blocked: 'Blocked', removing: 'Being taken out' },
    switch: 'Put my photos in a space',
    switchNamed: (name: string) => `Put the photos of “${name}” in a space`,
    takeOut: 'Take them out',
    takeOutText: (name: string) =>
      `The points of the photos of “${name}” go from the space, with what was changed of them there. The images stay.`,
    takeOutTitle: (space: string) => `Take photos out of “${space}”`,
    through: (folder: string, space: string) => `Already in “${space}”, through “${folder}”`,
  },
};
