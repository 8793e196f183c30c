import type { Texts } from '../en/texts.ts';

export const photoDetails: Texts['photoDetails'] = {
  anyRating: 'Jede Bewertung',
  caption: 'Bildunterschrift',
  favourite: 'Favorit',
  favouritesOnly: 'Nur Favoriten',
  onlyFavourites: 'Favoriten',
  orMore: (stars) => `${stars} oder mehr`,
  rating: 'Bewertung',
  rejected: 'Aussortiert',
  save: 'Titel und Bildunterschrift speichern',
  saved: 'Gespeichert.',
  stars: (count) => (count === 1 ? '1 Stern' : `${count} Sterne`),
  title: 'Titel',
};

export const pictureEdit: Texts['pictureEdit'] = {
  apply: 'Zuschneiden',
  area: 'Der Teil, der bleibt. Die Pfeiltasten verschieben ihn.',
  corners: {
    topLeft: 'Ecke oben links. Die Pfeiltasten verschieben sie.',
    topRight: 'Ecke oben rechts. Die Pfeiltasten verschieben sie.',
    bottomLeft: 'Ecke unten links. Die Pfeiltasten verschieben sie.',
    bottomRight: 'Ecke unten rechts. Die Pfeiltasten verschieben sie.',
  },
  crop: 'Zuschneiden',
  cropTitle: 'Bild zuschneiden',
  edited: 'Dieses Bild ist bearbeitet. Das Original bleibt erhalten.',
  free: 'Frei',
  label: 'Bild bearbeiten',
  mirror: 'Spiegeln',
  original: 'Wie das Original',
  ratio: 'Form',
  square: 'Quadrat',
  turnLeft: 'Nach links drehen',
  turnRight: 'Nach rechts drehen',
  undo: 'Bearbeitung verwerfen',
};
