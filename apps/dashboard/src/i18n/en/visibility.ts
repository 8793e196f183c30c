import { counted, type Counted } from './images.ts';

/** Texts for who gets the files of images. */
export const enVisibility = {
  visibility: {
    label: 'Visibility',
    names: { public: 'Public', unlisted: 'Unlisted', private: 'Private' },
    texts: {
      public: 'Everybody can see it.',
      unlisted: 'Whoever has its address can see it.',
      private: 'Only people and keys of this account can see it, and whoever has a link.',
    },
    alsoThose: 'Change the images that are there, too',
    alsoThoseText: 'All in the folder and below it.',
    change: 'Change the visibility',
    changed: 'The visibility is changed.',
    changedOf: ({ done, all, failed }: Counted) => counted(`Visibility of ${done} of ${all} changed`, failed),
    folderSaved: 'The visibility of new images is saved.',
    folderText: 'It is for uploads from now on, also into folders below that have none themselves.',
    fromAbove: (name: string) => `As the folder above: ${name}`,
    fromFolder: (name: string) => `As the folder: ${name}`,
    fromFolders: 'As each folder',
    keepsAddress: 'The addresses stay. Who knows that of an unlisted image still sees it.',
    newHere: 'New images here:',
    noDefault: (name: string) => `No choice: ${name}`,
    ofCount: (count: number) => (count === 1 ? 'Visibility of one image' : `Visibility of ${count} images`),
    ofFolder: (path: string) => `New images in “${path}”`,
    ofNew: 'Visibility of new images',
    ofUploads: 'New images',
  },
};
