import { enActivity } from './activity.ts';
import { enAlbums } from './albums.ts';
import { enCharts } from './charts.ts';
import { enEditing } from './editing.ts';
import { enImages } from './images.ts';
import { enServer } from './server.ts';
import { enSelection } from './selection.ts';
import { enSharing } from './sharing.ts';
import { enSignIn } from './sign-in.ts';
import { enKeys } from './keys.ts';
import { enPeople } from './people.ts';
import { enPhotos } from './photos.ts';
import { enTrash } from './trash.ts';
import { enTransfers } from './transfers.ts';
import { enVisibility } from './visibility.ts';
import { enWebhooks } from './webhooks.ts';
import { enWork } from './work.ts';
/** The texts of the page. Every other language has the same, with the same parameters. */
export const en = {
  common: {
    cancel: 'Cancel',
    close: 'Close',
    copied: 'Copied',
    copy: 'Copy',
    more: 'Show more',
    loading: 'Loading',
    retry: 'Try again',
    save: 'Save',
  },
  shell: {
    account: 'Account',
    albums: 'Albums',
    docs: 'API documentation',
    images: 'Images',
    keys: 'Keys',
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
  signIn: {
    again: 'You signed in a while ago. Sign out and in again, then do this within ten minutes.',
    title: 'Sign in to Cairn',
    text: 'Images and places, on your own server.',
    name: 'Name',
    needsSetup:
      'No one can sign in yet. The server printed a link when it started: open it to create the first user.',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'Name or password is wrong.',
  },
  join: {
    anotherInvite: 'Ask whoever sent it for another one.',
    anotherSetup: 'The server prints a new one at each start, as long as no one can sign in.',
    invite: 'Welcome to Cairn',
    inviteSubmit: 'Join',
    inviteText: 'You were invited. Choose a name and a password.',
    noLink: 'This link is incomplete',
    noLinkText: 'Open it as it was sent to you, with the part after the #.',
    passwordHint: (least: number) => `At least ${least} characters. A few words are easy to remember.`,
    setup: 'Set up Cairn',
    setupSubmit: 'Create the owner',
    setupText: 'You become the owner of this server. Choose a name and a password.',
    usedLink: 'This link cannot be used',
    usedLinkText: 'It has already been used, has expired, or is incomplete.',
  },
  spaces: {
    title: 'Spaces',
    text: 'Points, lines and areas on maps, with what you know about them.',
    addressOfStyle: 'Style for MapLibre',
    addressOfTiles: 'Vector tiles',
    changed: (ago: string) => `changed ${ago}`,
    clear: 'Clear the filter',
    comparison: 'Comparison',
    comparisons: {
      eq: 'is',
      not: 'is not',
      startsWith: 'starts with',
      gt: 'is more than',
      lt: 'is less than',
    },
    copyGeoJson: 'Copy as GeoJSON',
    copyNamed: (name: string) => `Copy: ${name}`,
    create: 'Create a space',
    delete: 'Delete',
    deleted: (title: string) => `“${title}” is deleted.`,
    deleteNamed: (title: string) => `Delete “${title}”`,
    deleteText: (count: number | undefined, text: string) =>
      `The space is deleted with ${count === undefined ? 'all its features' : count === 1 ? 'its feature' : `its ${text} features`}.`,
    description: 'Description',
    edit: 'Edit',
    empty: 'No spaces yet',
    emptyText: 'A space holds features, serves them as GeoJSON and vector tiles, and finds what is where.',
    feature: 'Feature',
    featureId: 'Id',
    features: 'Features',
    filter: 'Filter',
    firstImport: 'Import a GeoJSON file: drop it anywhere on this page.',
    geometries: 'Geometries',
    id: 'Identifier',
    idHint: 'Part of its address. Leave it empty to get a generated one.',
    import: 'Import',
    indexBuilding: (name: string) => `An index of “${name}” is being built.`,
    lastChange: 'Last change',
    map: 'Map',
    name: 'Title',
    noFeatures: 'No features',
    noFeaturesText: 'No features match the filter.',
    noGeometry: 'No geometry',
    noIndex: (name: string) =>
      `“${name}” has no index, so every feature is read. It gets one when it is searched often.`,
    noMap: 'The map cannot be shown',
    noMapText: 'It needs WebGL 2, which this browser does not support. The list below shows everything.',
    noneFound: 'No spaces found',
    noneFoundText: 'No space has this in its title, description or identifier.',
    noProperties: 'No properties',
    property: 'Property',
    readOnly: 'Read only',
    readOnlyText: 'No one can change its features.',
    save: 'Save',
    search: 'Search spaces',
    shared: 'Shared',
    sharedText: 'Anyone with a key can read the features.',
    size: 'Size',
    table: 'Table of features',
    use: 'Embed or connect',
    useText: 'Put this space on your own map. If the server requires keys, send one with each request.',
    value: 'Value',
  },
  account: {
    title: 'Account',
    change: (name: string) => `Change ${name}`,
    changePassword: 'Change password',
    currentPassword: 'Current password',
    endAll: 'Sign out everywhere',
    endAllText: (count: number) =>
      `${count === 1 ? 'This session ends' : `All ${count} sessions end, this one too`}. Keys stay valid.`,
    endSession: (browser: string) => `Sign out of ${browser}`,
    invite: 'Invite someone',
    inviteOnce: (until: string) =>
      `Send this link to one person. It works until ${until} and will not be shown again.`,
    language: 'Language',
    lastUsed: (ago: string) => `last active ${ago}`,
    look: 'Appearance',
    makeLink: 'Create a link',
    newPassword: 'New password',
    noPasswordYet: 'You have no password yet. Set one to sign in with your name too.',
    openInvite: 'Pending invite',
    password: 'Password',
    passwordChanged: 'The password is changed. All other sessions have ended.',
    quota: 'Images allowed',
    quotaHint: (count: string) => `${count} are stored. Leave it empty for the default of the server.`,
    byteQuota: 'Megabytes allowed',
    byteQuotaHint: (size: string) => `${size} are stored. Leave it empty for the default of the server.`,
    remove: (name: string) => `Remove ${name}`,
    removeText:
      'They are signed out immediately, and the keys that they created are revoked. Their account, images and spaces stay.',
    role: 'Role',
    roles: { owner: 'Owner', member: 'Member' },
    roleTexts: {
      owner: 'Everything, including users and the server.',
      member: 'An account of their own: images, spaces and keys.',
    },
    sessions: 'Where you are signed in',
    setPassword: 'Set a password',
    signedInAs: (name: string, role: string) => `Signed in as ${name} (${role})`,
    theme: 'Colours',
    themes: { system: 'Same as the system', light: 'Light', dark: 'Dark' },
    thisOne: 'This device',
    until: (time: string) => `until ${time}`,
    userChanged: (name: string) => `${name} is changed.`,
    users: 'People',
    withdraw: 'Withdraw the invite',
  },
  ...enActivity,
  ...enAlbums,
  ...enServer,
  ...enImages,
  ...enKeys,
  ...enPeople,
  ...enPhotos,
  ...enEditing,
  ...enCharts,
  ...enSelection,
  ...enSharing,
  ...enSignIn,
  ...enTrash,
  ...enTransfers,
  ...enVisibility,
  ...enWebhooks,
  ...enWork,
};

/** All texts of the page in one language. */
export type Texts = typeof en;
