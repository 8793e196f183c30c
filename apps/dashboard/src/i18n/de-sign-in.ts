import type { Texts } from './i18n.svelte.ts';

export const deSignIn: Pick<Texts, 'waysIn' | 'signInProblems'> = {
  waysIn: {
    add: (provider) => `${provider} verbinden`,
    addedAgo: (ago) => `verbunden ${ago}`,
    continueWith: (provider) => `Weiter mit ${provider}`,
    identities: 'Andere Wege zur Anmeldung',
    identitiesText: (provider) => `Mit ${provider} statt mit einem Passwort anmelden.`,
    or: 'oder',
    remove: (name) => `${name} trennen`,
  },
  signInProblems: {
    'identity-unknown':
      'So meldet sich hier niemand an. Bitte um eine Einladung oder verbinde es in deinem Konto.',
    'identity-taken': 'So meldet sich schon jemand an.',
    'identity-refused': 'Du wurdest dort nicht angemeldet.',
    'identity-provider-failed':
      'Die Anmeldung ist dort fehlgeschlagen. Das Protokoll des Servers sagt, warum.',
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
