import { counted, type Counted } from './images.ts';

/** Texts for who gets the files of images. */
export const visibility = {
  label: 'Visibility',
  names: { public: 'Public', unlisted: 'Unlisted', private: 'Private' },
  texts: {
    public: 'Everyone can see it.',
    unlisted: 'Anyone who has its address can see it.',
    private: 'Only people and keys of this account can see it, and anyone with a link.',
  },
  alsoThose: 'Also change the images that are already there',
  alsoThoseText: 'All images in the folder and its subfolders.',
  change: 'Change visibility',
  changed: 'Visibility changed.',
  changedOf: ({ done, all, failed }: Counted) => counted(`Visibility of ${done} of ${all} changed`, failed),
  folderSaved: 'Saved for new images.',
  folderText: 'It applies to uploads from now on, also in subfolders without a setting of their own.',
  fromAbove: (name: string) => `Same as the folder above: ${name}`,
  fromFolder: (name: string) => `Same as the folder: ${name}`,
  fromFolders: 'Same as each folder',
  keepsAddress: 'The addresses stay. Anyone who has the address of an unlisted image can still see it.',
  metadata: 'Place and camera in the files',
  metadataNames: { hide: 'Keep, for me alone', remove: 'Cut out for good' },
  metadataTexts: {
    hide: 'Files are stored whole. Others get them without what tells about people and places.',
    remove: 'What tells about people and places is not stored.',
  },
  metadataFromAbove: 'Same as the folder above',
  metadataOfServer: 'As the server is set',
  newHere: 'New images here:',
  noDefault: (name: string) => `Default: ${name}`,
  ofCount: (count: number) => (count === 1 ? 'Visibility of one image' : `Visibility of ${count} images`),
  ofFolder: (path: string) => `New images in “${path}”`,
  ofNew: 'Visibility of new images',
  ofUploads: 'New images',
};
