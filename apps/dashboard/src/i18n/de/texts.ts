import { deActivity } from './activity.ts';
import { deAlbums } from './albums.ts';
import { deCharts } from './charts.ts';
import { deEditing } from './editing.ts';
import { deErrors, deFaults, deFields } from './errors.ts';
import { deImages } from './images.ts';
import { deServer } from './server.ts';
import { deSelection } from './selection.ts';
import { deSharing } from './sharing.ts';
import { deSignIn } from './sign-in.ts';
import { deKeys } from './keys.ts';
import { dePeople } from './people.ts';
import { dePhotos } from './photos.ts';
import { deTrash } from './trash.ts';
import { deTransfers } from './transfers.ts';
import { deVisibility } from './visibility.ts';
import { deWebhooks } from './webhooks.ts';
import { deWork } from './work.ts';
import type { Texts } from '../en/texts.ts';

export const de: Texts = {
  common: {
    cancel: 'Abbrechen',
    close: 'Schließen',
    copied: 'Kopiert',
    copy: 'Kopieren',
    more: 'Mehr zeigen',
    loading: 'Lädt',
    retry: 'Erneut versuchen',
    save: 'Speichern',
  },
  shell: {
    account: 'Konto',
    albums: 'Alben',
    docs: 'API-Dokumentation',
    images: 'Bilder',
    keys: 'Schlüssel',
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
  signIn: {
    again:
      'Deine Anmeldung ist länger her. Melde dich ab und wieder an und tu es dann innerhalb von zehn Minuten.',
    title: 'Bei Cairn anmelden',
    text: 'Bilder und Orte, auf deinem eigenen Server.',
    name: 'Name',
    needsSetup:
      'Noch kann sich niemand anmelden. Der Server hat beim Start einen Link ausgegeben: Öffne ihn, um den ersten Zugang anzulegen.',
    password: 'Passwort',
    submit: 'Anmelden',
    wrong: 'Name oder Passwort ist falsch.',
  },
  join: {
    anotherInvite: 'Bitte um einen neuen, wo du ihn her hast.',
    anotherSetup: 'Der Server zeigt bei jedem Start einen neuen, solange sich niemand anmelden kann.',
    invite: 'Willkommen bei Cairn',
    inviteSubmit: 'Beitreten',
    inviteText: 'Du bist eingeladen. Wähle einen Namen und ein Passwort.',
    noLink: 'Dieser Link ist nicht vollständig',
    noLinkText: 'Öffne ihn so, wie du ihn bekommen hast, mit dem Teil nach dem #.',
    passwordHint: (least) => `Mindestens ${least} Zeichen. Ein paar Wörter lassen sich leicht merken.`,
    setup: 'Cairn einrichten',
    setupSubmit: 'Zugang anlegen',
    setupText: 'Dieser Server gehört dann dir. Wähle einen Namen und ein Passwort.',
    usedLink: 'Dieser Link gilt nicht mehr',
    usedLinkText: 'Er wurde schon benutzt, ist abgelaufen oder nicht vollständig.',
  },
  spaces: {
    title: 'Spaces',
    text: 'Orte auf Karten: Punkte, Linien und Flächen, mit dem, was du über sie weißt.',
    addressOfStyle: 'Stil für MapLibre',
    addressOfTiles: 'Vektorkacheln',
    changed: (ago) => `geändert ${ago}`,
    clear: 'Filter aufheben',
    comparison: 'Vergleich',
    comparisons: {
      eq: 'ist',
      not: 'ist nicht',
      startsWith: 'beginnt mit',
      gt: 'ist mehr als',
      lt: 'ist weniger als',
    },
    copyGeoJson: 'Als GeoJSON kopieren',
    copyNamed: (name) => `Kopieren: ${name}`,
    create: 'Space anlegen',
    delete: 'Löschen',
    deleted: (title) => `„${title}“ ist gelöscht.`,
    deleteNamed: (title) => `„${title}“ löschen`,
    deleteText: (count, text) =>
      `Der Space wird mit ${count === undefined ? 'allen Features' : count === 1 ? 'seinem Feature' : `seinen ${text} Features`} gelöscht.`,
    description: 'Beschreibung',
    edit: 'Bearbeiten',
    empty: 'Noch keine Spaces',
    emptyText:
      'Ein Space enthält Features, liefert sie als GeoJSON und Vektorkacheln und beantwortet, wo etwas ist.',
    feature: 'Feature',
    featureId: 'Id',
    features: 'Features',
    filter: 'Filtern',
    firstImport: 'Importiere eine GeoJSON-Datei: Lege sie irgendwo auf dieser Seite ab.',
    geometries: 'Geometrien',
    id: 'Kennung',
    idHint: 'Teil der Adresse. Leer lassen, um eine zu bekommen.',
    import: 'Importieren',
    indexBuilding: (name) => `Ein Index von „${name}“ wird gebaut.`,
    lastChange: 'Letzte Änderung',
    map: 'Karte',
    name: 'Titel',
    noFeatures: 'Keine Features',
    noFeaturesText: 'Kein Feature passt zum Filter.',
    noGeometry: 'Keine Geometrie',
    noIndex: (name) =>
      `„${name}“ hat keinen Index, daher wird jedes Feature gelesen. Wird oft danach gesucht, entsteht einer.`,
    noMap: 'Die Karte kann nicht gezeigt werden',
    noMapText: 'Sie braucht WebGL 2, das dieser Browser nicht bietet. Die Liste darunter hat alles.',
    noneFound: 'Kein Space gefunden',
    noneFoundText: 'Keiner hat das in Titel, Beschreibung oder Kennung.',
    noProperties: 'Keine Eigenschaften',
    property: 'Eigenschaft',
    readOnly: 'Nur lesen',
    readOnlyText: 'Niemand kann Features schreiben.',
    save: 'Speichern',
    search: 'Spaces suchen',
    shared: 'Geteilt',
    sharedText: 'Wer einen Schlüssel hat, kann die Features lesen.',
    size: 'Größe',
    table: 'Tabelle der Features',
    use: 'Einbetten oder verbinden',
    useText:
      'Bring diesen Space auf deine eigene Karte. Wo der Server Schlüssel verlangt, schicke mit jeder Anfrage einen.',
    value: 'Wert',
  },
  account: {
    title: 'Konto',
    change: (name) => `${name} ändern`,
    changePassword: 'Passwort ändern',
    currentPassword: 'Aktuelles Passwort',
    endAll: 'Überall abmelden',
    endAllText: (count) =>
      `${count === 1 ? 'Diese Sitzung endet' : `Alle ${count} Sitzungen enden, auch diese`}. Schlüssel bleiben gültig.`,
    endSession: (browser) => `Abmelden von ${browser}`,
    invite: 'Jemanden einladen',
    inviteOnce: (until) =>
      `Schicke diesen Link einer Person. Er wird nur jetzt gezeigt und gilt bis ${until}.`,
    language: 'Sprache',
    lastUsed: (ago) => `zuletzt aktiv ${ago}`,
    look: 'Darstellung',
    makeLink: 'Link erstellen',
    newPassword: 'Neues Passwort',
    noPasswordYet: 'Du hast noch kein Passwort. Mit einem kannst du dich auch mit deinem Namen anmelden.',
    openInvite: 'Offene Einladung',
    password: 'Passwort',
    passwordChanged: 'Das Passwort ist geändert. Alle anderen Sitzungen sind beendet.',
    quota: 'Erlaubte Bilder',
    quotaHint: (count) => `${count} sind gespeichert. Leer: so viele, wie der Server sonst erlaubt.`,
    byteQuota: 'Erlaubte Megabyte',
    byteQuotaHint: (size) => `${size} sind gespeichert. Leer: so viele, wie der Server sonst erlaubt.`,
    remove: (name) => `${name} entfernen`,
    removeText:
      'Die Person wird sofort abgemeldet, und die Schlüssel, die sie erstellt hat, werden widerrufen. Konto, Bilder und Spaces bleiben.',
    role: 'Rolle',
    roles: { owner: 'Eigentümer', member: 'Mitglied' },
    roleTexts: {
      owner: 'Alles, auch Zugänge und den Server.',
      member: 'Ein eigenes Konto: Bilder, Spaces und Schlüssel.',
    },
    sessions: 'Wo du angemeldet bist',
    setPassword: 'Passwort festlegen',
    signedInAs: (name, role) => `Angemeldet als ${name} (${role})`,
    theme: 'Farben',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    thisOne: 'Dieses Gerät',
    until: (time) => `bis ${time}`,
    userChanged: (name) => `${name} ist geändert.`,
    users: 'Personen',
    withdraw: 'Einladung zurückziehen',
  },
  ...deActivity,
  ...deAlbums,
  ...deServer,
  ...deImages,
  ...deKeys,
  ...dePeople,
  ...dePhotos,
  ...deEditing,
  ...deCharts,
  ...deSelection,
  ...deSharing,
  ...deSignIn,
  ...deTrash,
  ...deTransfers,
  ...deVisibility,
  ...deWebhooks,
  ...deWork,
};
