import type { Texts } from '../en/texts.ts';

export const waysIn: Texts['waysIn'] = {
  add: (provider) => `${provider} verbinden`,
  addedAgo: (ago) => `verbunden ${ago}`,
  continueWith: (provider) => `Weiter mit ${provider}`,
  identities: 'Andere Wege zur Anmeldung',
  identitiesText: (provider) => `Mit ${provider} statt mit einem Passwort anmelden.`,
  or: 'oder',
  remove: (name) => `${name} trennen`,
};

export const passkeys: Texts['passkeys'] = {
  add: 'Passkey hinzufügen',
  added: 'Passkey hinzugefügt',
  addedAgo: (ago) => `hinzugefügt ${ago}, noch nicht benutzt`,
  goOn: 'Weiter',
  lastUsed: (ago) => `zuletzt benutzt ${ago}`,
  name: 'Name des Passkeys',
  nameHint: 'Damit du ihn in der Liste erkennst.',
  remove: (name) => `Passkey ${name} entfernen`,
  signIn: 'Mit einem Passkey anmelden',
  text: 'Mit Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel anmelden, ohne Namen und Passwort.',
  title: 'Passkeys',
  unavailable: {
    'ip-address':
      'Passkeys brauchen einen Hostnamen, und die Adresse dieses Servers (CAIRN_BASE_URL) ist eine IP-Adresse.',
    'not-https': 'Passkeys brauchen https, und die Adresse dieses Servers (CAIRN_BASE_URL) ist http.',
  },
  unknownHere: 'Dieser Browser hat hier keine Passkeys. Seiten mit http haben keine, außer auf localhost.',
  faults: {
    cancelled: 'Der Browser hat es nicht abgeschlossen. Versuche es noch einmal.',
    known: 'Auf diesem Gerät gibt es schon einen Passkey von dir.',
    other: 'Der Browser konnte es nicht ausführen.',
    otherAddress: 'Passkeys gelten nur unter der Adresse des Servers. Öffne die Seite dort.',
    refused: 'Der Passkey wurde nicht angenommen. Versuche es noch einmal oder melde dich anders an.',
  },
};

export const resets: Texts['resets'] = {
  newPassword: 'Neues Passwort',
  reset: 'Wähle ein neues Passwort',
  resetSubmit: 'Passwort setzen',
  resetText: (name) => `${name === undefined ? 'Du' : `${name}, du`} wirst überall sonst abgemeldet.`,
  newPasswordLink: 'Passwort vergessen',
  newPasswordLinkText: 'Erstelle einen Link, mit dem ein neues gewählt wird. Bis dahin ändert sich nichts.',
  passwordLinkOnce: (until) =>
    `Schicke diesen Link weiter. Er gilt einmal, bis ${until}, und wird nur jetzt gezeigt.`,
  intoAccount: 'Bibliothek',
  intoNewAccount: 'Eine neue',
  intoAccountHint: 'Die von entfernten Personen bleiben und können jemand anderem gegeben werden.',
};

export const signInProblems: Texts['signInProblems'] = {
  'identity-unknown':
    'So meldet sich hier niemand an. Bitte um eine Einladung oder verbinde es in deinem Konto.',
  'identity-taken': 'So meldet sich schon jemand an.',
  'identity-refused': 'Du wurdest dort nicht angemeldet.',
  'identity-provider-failed': 'Die Anmeldung ist dort fehlgeschlagen. Das Protokoll des Servers sagt, warum.',
  'identity-provider-misconfigured':
    'Die Anmeldung dort ist nicht richtig eingerichtet. Das Protokoll des Servers sagt, was falsch ist.',
  'identity-provider-unavailable':
    'Die Stelle, bei der du dich anmeldest, ist nicht erreichbar. Versuche es später noch einmal.',
  'invalid-challenge':
    'Die Anmeldung hat zu lange gedauert oder ist schon abgeschlossen. Versuche es noch einmal.',
  'invalid-invite': 'Der Link wurde schon benutzt oder ist abgelaufen.',
  'rate-limited': 'Zu viele Versuche. Versuche es in einer Minute noch einmal.',
  'setup-needed': 'Noch kann sich niemand anmelden: Wer als Erstes kommt, muss den Server verwalten dürfen.',
  other: 'Die Anmeldung ist fehlgeschlagen. Versuche es noch einmal.',
};

export const signIn: Texts['signIn'] = {
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
};

export const join: Texts['join'] = {
  anotherInvite: 'Bitte um einen neuen, wo du ihn her hast.',
  anotherSetup: 'Der Server zeigt bei jedem Start einen neuen, solange sich niemand anmelden kann.',
  invite: 'Willkommen bei Cairn',
  inviteSubmit: 'Beitreten',
  inviteText: 'Du bist eingeladen. Wähle einen Namen und ein Passwort.',
  noLink: 'Dieser Link ist unvollständig',
  noLinkText: 'Öffne ihn so, wie du ihn bekommen hast, samt dem Teil nach dem #.',
  notPrivate: (why) =>
    `Neue Bilder sind öffentlich und verlieren Ort und Kamera, weil sich die Einstellung nicht speichern ließ. Ändere sie unter „Bilder“. ${why}`,
  passwordHint: (least) => `Mindestens ${least} Zeichen. Ein paar Wörter lassen sich leicht merken.`,
  purpose: 'Wofür möchtest du es verwenden?',
  purposes: {
    photos: {
      name: 'Für meine Fotos',
      hint: 'Privat: Neue Bilder siehst nur du, bis du sie teilst. Dateien bleiben vollständig, doch andere erhalten daraus nie Ort und Kamera.',
    },
    host: {
      name: 'Für Bilder auf Websites',
      hint: 'Öffentlich: Neue Bilder sind unter ihren Adressen für alle zu sehen. Ort und Kamera werden endgültig entfernt.',
    },
  },
  purposeLater: 'Das lässt sich später ändern, auch für einzelne Ordner und Bilder.',
  setup: 'Cairn einrichten',
  setupSubmit: 'Zugang anlegen',
  setupText: 'Dieser Server gehört dann dir. Wähle einen Namen und ein Passwort.',
  usedLink: 'Dieser Link gilt nicht mehr',
  usedLinkText: 'Er wurde schon benutzt, ist abgelaufen oder unvollständig.',
};
