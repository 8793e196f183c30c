/** The texts of the photo map, and of what puts photos into spaces. */
export const photos = {
  title: 'Photo map',
  text: 'Where your photos were taken, according to their files or to you.',
  all: 'All images',
  byDay: (count: number, text: string) =>
    count === 1 ? 'Show this photo by day' : `Show these ${text} photos by day`,
  choose: 'Show photos on a map',
  chooseText: (name: string) =>
    `Each photo of “${name}” that has a location becomes a point of the space. It follows its image: new photos are added, deleted ones are removed.`,
  column: 'Photos on a map',
  done: (count: number, text: string) => (count === 1 ? 'one image checked' : `${text} images checked`),
  empty: 'No photos on the map yet',
  emptyText: 'Show your photos on a map: those with a location appear here, and on every map of the space.',
  faults: {
    'space-read-only': 'The space is read only. Allow writing in its settings, then try again.',
    'space-inactive': 'The space is not active. Its photos are added when it is active again.',
    'space-forbidden': 'The space belongs to someone else now.',
  },
  key: 'Uploads with a key',
  list: 'Photos on the map',
  newSpace: 'A new space',
  newTitle: 'Photos',
  none: 'No photos have a location',
  noneText:
    'Photos with a location appear here. Cameras and phones save the location in the file if you let them.',
  open: 'Open the image',
  photo: 'Photo',
  privacy: 'Locations are personal: anyone who may read the space can see where the photos were taken.',
  put: 'Show them there',
  sharedWarning: 'This space is shared: anyone with a key will see where the photos were taken.',
  sources: 'Where the photos come from',
  space: 'Space',
  states: { filling: 'Filling', current: 'Up to date', blocked: 'Blocked', removing: 'Being removed' },
  switch: 'Show these photos on a map',
  switchNamed: (name: string) => `Show the photos of “${name}” on a map`,
  takeOut: 'Remove them',
  takeOutText: (name: string) =>
    `The points of the photos of “${name}” are removed from the space, with any changes made to them there. The images stay.`,
  takeOutTitle: (space: string) => `Remove photos from “${space}”`,
  through: (folder: string, space: string) => `Already in “${space}”, through “${folder}”`,
};
