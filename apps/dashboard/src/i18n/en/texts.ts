import { account } from './account.ts';
import { spaces } from './spaces.ts';
import { activity } from './activity.ts';
import { albums } from './albums.ts';
import { baseMap } from './base-map.ts';
import { contributions } from './contributions.ts';
import { charts } from './charts.ts';
import { dataFiles } from './data-files.ts';
import { days, filters } from './days.ts';
import { editing } from './editing.ts';
import { images, uploads, waysToBegin, viewer, playground, photo } from './images.ts';
import { server } from './server.ts';
import { selection } from './selection.ts';
import { sharedByMe, sharing } from './sharing.ts';
import { join, waysIn, passkeys, resets, signInProblems, signIn } from './sign-in.ts';
import { keys } from './keys.ts';
import { lookAlikes } from './look-alikes.ts';
import { leftOut } from './left-out.ts';
import { mapEditing } from './map-editing.ts';
import { maps } from './maps.ts';
import { people, directory, groups, shared } from './people.ts';
import { photos } from './photos.ts';
import { places } from './places.ts';
import { table } from './table.ts';
import { times } from './times.ts';
import { trash } from './trash.ts';
import { imports, exports } from './transfers.ts';
import { uploadTokens } from './upload-tokens.ts';
import { photoDetails, pictureEdit } from './photo-details.ts';
import { visibility } from './visibility.ts';
import { webhooks } from './webhooks.ts';
import { work } from './work.ts';

/** The texts of the page. Every other language has the same, with the same parameters. */
export const en = {
  common: {
    cancel: 'Cancel',
    close: 'Close',
    copied: 'Copied',
    copy: 'Copy',
    loading: 'Loading',
    more: 'Show more',
    retry: 'Try again',
    save: 'Save',
  },
  shell: {
    account: 'Account',
    albums: 'Albums',
    docs: 'API documentation',
    images: 'Images',
    keys: 'Keys',
    maps: 'Maps',
    photos: 'Photo map',
    places: 'Main',
    server: 'Server',
    shared: 'Shared with me',
    signOut: 'Sign out',
    skip: 'Skip to the content',
    spaces: 'Spaces',
    trash: 'Trash',
  },
  quota: {
    label: 'Images used',
    of: (allowed: string) => `of ${allowed} images`,
    bytesLabel: 'Storage used',
    ofBytes: (allowed: string) => `of ${allowed}`,
  },
  notFound: {
    title: 'Nothing here',
    text: 'There is no page at this address.',
    home: 'Go to the start',
  },
  notCurrent: (fault: string) => `What you see may be out of date. ${fault}`,
  comesBack: 'Check your connection. This view appears by itself once the server is back.',
  partComesBack: 'What you opened appears by itself once the server is back.',
  silence: 'The server has not answered for five seconds. It may be busy.',
  /** Messages of the server's errors. Empty, because the server's own messages are English. */
  errors: {
    byCode: {} as Readonly<Record<string, string>>,
    faults: {} as Readonly<Record<string, string>>,
    fields: {} as Readonly<Record<string, string>>,
    refused: (detail: string) => detail,
  },
  faults: {
    network: {
      title: 'The server cannot be reached',
      text: 'Check your connection, then try again.',
    },
    timeout: {
      title: 'The server is not responding',
      text: 'It may be busy. Try again in a moment.',
    },
    forbidden: {
      title: 'You do not have access to this',
      text: 'An owner of this server can give you access.',
    },
    unauthorized: {
      title: 'You are signed out',
      text: 'Sign in again to continue.',
    },
    'not-found': {
      title: 'Not found',
      text: 'It may have been deleted.',
    },
    'rate-limited': {
      title: 'Too many requests',
      text: 'Wait a moment, then try again.',
    },
    other: {
      title: 'Something went wrong',
      text: 'Something unexpected happened. Try again, or reload the page.',
    },
  },
  signIn,
  join,
  spaces,
  account,
  activity,
  albums,
  baseMap,
  charts,
  contributions,
  dataFiles,
  days,
  filters,
  editing,
  images,
  uploads,
  waysToBegin,
  viewer,
  playground,
  photo,
  keys,
  lookAlikes,
  leftOut,
  mapEditing,
  maps,
  people,
  directory,
  groups,
  shared,
  photos,
  places,
  selection,
  server,
  sharedByMe,
  sharing,
  waysIn,
  passkeys,
  resets,
  signInProblems,
  imports,
  exports,
  table,
  times,
  trash,
  uploadTokens,
  photoDetails,
  pictureEdit,
  visibility,
  webhooks,
  work,
};

/** All texts of the page in one language. */
export type Texts = typeof en;
