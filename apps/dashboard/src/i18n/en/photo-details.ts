/** Texts for what people say of a photo. */
export const photoDetails = {
  anyRating: 'Any rating',
  caption: 'Caption',
  favourite: 'Favourite',
  favouritesOnly: 'Only favourites',
  onlyFavourites: 'Favourites',
  orMore: (stars: string) => `${stars} or more`,
  rating: 'Rating',
  rejected: 'Rejected',
  save: 'Save title and caption',
  saved: 'Saved.',
  stars: (count: number) => (count === 1 ? '1 star' : `${count} stars`),
  title: 'Title',
};

/** Texts for turning and cropping. */
export const pictureEdit = {
  apply: 'Crop',
  area: 'Part that stays. The arrow keys move it.',
  corners: {
    topLeft: 'Top left corner. The arrow keys move it.',
    topRight: 'Top right corner. The arrow keys move it.',
    bottomLeft: 'Bottom left corner. The arrow keys move it.',
    bottomRight: 'Bottom right corner. The arrow keys move it.',
  },
  crop: 'Crop',
  cropTitle: 'Crop the picture',
  edited: 'This picture is edited. The original is kept.',
  free: 'Free',
  label: 'Edit picture',
  mirror: 'Mirror',
  original: 'As the original',
  ratio: 'Shape',
  square: 'Square',
  turnLeft: 'Turn left',
  turnRight: 'Turn right',
  undo: 'Undo edit',
};
