import type { Texts } from '../en/texts.ts';

export const deSignIn: Pick<Texts, 'waysIn' | 'signInProblems' | 'resets' | 'passkeys'> = {
  waysIn: {
    add: (provider) => `${provider} verbinden`,
    addedAgo: (ago) => `verbunden ${ago}`,
    continueWith: (provider) => `Weiter mit ${provider}`,
    identities: 'Andere Wege zur Anmeldung',
    identitiesText: (provider) => `Mit ${provider} statt mit einem Passwort anmelden.`,
    or: 'oder',
    remove: (name) => `${name} trennen`,
  },
  passkeys: {
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
  },
  resets: {
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
  },
  signInProblems: {
    'identity-unknown':
      'So meldet sich hier niemand an. Bitte um eine Einladung oder verbinde es in deinem Konto.',
    'identity-taken': 'So meldet sich schon jemand an.',
    'identity-refused': 'Du wurdest dort nicht angemeldet.',
    'identity-provider-failed':
      'Die Anmeldung ist dort fehlgeschlagen. Das Protokoll des Servers sagt, warum.',
    'identity-provider-misconfigured':
      'Die Anmeldung dort ist nicht richtig eingerichtet. Das Protokoll des Servers sagt, was falsch ist.',
    'identity-provider-unavailable':
      'Die Stelle, bei der du dich anmeldest, ist nicht erreichbar. Versuche es später noch einmal.',
    'invalid-challenge':
      'Die Anmeldung hat zu lange gedauert oder ist schon abgeschlossen. Versuche es noch einmal.',
    'invalid-invite': 'Der Link wurde schon benutzt oder ist abgelaufen.',
    'rate-limited': 'Zu viele Versuche. Versuche es in einer Minute noch einmal.',
    'setup-needed':
      'Noch kann sich niemand anmelden: Wer als Erstes kommt, muss den Server verwalten dürfen.',
    other: 'Die Anmeldung ist fehlgeschlagen. Versuche es noch einmal.',
  },
};
