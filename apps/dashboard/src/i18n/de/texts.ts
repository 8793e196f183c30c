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
import { deErrors, deFaults, deFields } from './errors.ts';
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
import type { Texts } from '../en/texts.ts';

export const de: Texts = {
  common: {
    cancel: 'Abbrechen',
    close: 'Schließen',
    copied: 'Kopiert',
    copy: 'Kopieren',
    loading: 'Lädt',
    more: 'Mehr zeigen',
    retry: 'Erneut versuchen',
    save: 'Speichern',
  },
  shell: {
    account: 'Konto',
    albums: 'Alben',
    docs: 'API-Dokumentation',
    images: 'Bilder',
    keys: 'Schlüssel',
    maps: 'Karten',
    photos: 'Fotokarte',
    places: 'Hauptmenü',
    server: 'Server',
    shared: 'Mit mir geteilt',
    signOut: 'Abmelden',
    skip: 'Zum Inhalt springen',
    spaces: 'Spaces',
    trash: 'Papierkorb',
  },
  quota: {
    label: 'Belegtes Bilderkontingent',
    of: (allowed) => `von ${allowed} Bildern`,
    bytesLabel: 'Belegter Speicherplatz',
    ofBytes: (allowed) => `von ${allowed}`,
  },
  notFound: {
    title: 'Hier ist nichts',
    text: 'Unter dieser Adresse gibt es keine Seite.',
    home: 'Zum Anfang',
  },
  notCurrent: (fault) => `Was du siehst, ist vielleicht nicht mehr aktuell. ${fault}`,
  comesBack: 'Prüfe die Verbindung. Diese Ansicht erscheint von selbst, sobald der Server wieder da ist.',
  partComesBack: 'Was du geöffnet hast, erscheint von selbst, sobald der Server wieder da ist.',
  silence: 'Der Server hat seit fünf Sekunden nicht geantwortet. Vielleicht ist er ausgelastet.',
  errors: {
    byCode: deErrors,
    faults: deFaults,
    fields: deFields,
    refused: (detail) => `Der Server hat das abgelehnt: „${detail}“`,
  },
  faults: {
    network: {
      title: 'Der Server ist nicht erreichbar',
      text: 'Prüfe die Verbindung und versuche es erneut.',
    },
    timeout: {
      title: 'Der Server antwortet nicht',
      text: 'Vielleicht ist er ausgelastet. Versuche es gleich noch einmal.',
    },
    forbidden: {
      title: 'Das darfst du nicht sehen',
      text: 'Dein Zugang reicht dafür nicht. Das kann ändern, wem dieser Server gehört.',
    },
    unauthorized: {
      title: 'Du bist abgemeldet',
      text: 'Melde dich wieder an, um weiterzumachen.',
    },
    'not-found': {
      title: 'Nicht gefunden',
      text: 'Vielleicht wurde es gelöscht.',
    },
    'rate-limited': {
      title: 'Zu viele Anfragen',
      text: 'Warte einen Moment und versuche es erneut.',
    },
    other: {
      title: 'Etwas ist schiefgegangen',
      text: 'Ein unerwarteter Fehler ist aufgetreten. Versuche es erneut oder lade die Seite neu.',
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
