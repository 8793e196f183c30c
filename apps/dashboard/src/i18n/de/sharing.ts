import type { Texts } from '../en/texts.ts';

export const deSharing: Pick<Texts, 'sharing'> = {
  sharing: {
    share: 'Teilen',
    title: (name) => `„${name}“ teilen`,
    texts: {
      album: 'Wer einen Link hat, sieht die Bilder des Albums, ohne Konto.',
      folder:
        'Wer einen Link hat, sieht alle Bilder im Ordner und in denen darunter, auch spätere, ohne Konto.',
      image: 'Wer einen Link hat, sieht dieses Bild, ohne Konto.',
      space: 'Wer einen Link hat, sieht die Karte und liest ihre Features, ohne Konto.',
    },
    adds: 'darf Bilder hinzufügen',
    coarse: 'Standort auf etwa 11 km',
    date: 'Am Ende des',
    done: 'Fertig',
    download: 'Herunterladen der Originale erlauben',
    downloadHint: 'Außer bei genauem Standort wird eine Datei, die den Ort verraten kann, neu kodiert.',
    empty: 'Noch hat niemand einen Link hierzu.',
    exact: 'genauer Standort',
    expired: (date) => `Abgelaufen am ${date}`,
    expiry: 'Läuft ab',
    expiries: {
      never: 'Nie',
      day: 'Nach 1 Tag',
      week: 'Nach 1 Woche',
      month: 'Nach 30 Tagen',
      date: 'An einem Datum',
    },
    forever: 'läuft nie ab',
    hasPassword: 'mit Passwort',
    links: 'Links',
    linkOf: (time) => `Erstellt am ${time}`,
    make: 'Link erstellen',
    newLink: 'Ein neuer Link',
    once: 'Kopiere die Adresse jetzt. Sie wird nur dieses eine Mal gezeigt.',
    originals: 'Originale',
    password: 'Passwort',
    passwordHint: 'Mindestens 6 Zeichen; leer für keines. Schicke es getrennt vom Link.',
    passwordToo: 'Wer ihn öffnet, wird nach dem Passwort gefragt. Schicke es getrennt vom Link.',
    position: 'Standort',
    positions: { none: 'Keine', coarse: 'Etwa 11 km', exact: 'Genau' },
    positionHints: {
      none: 'Wo ein Foto aufgenommen wurde, wird nicht gesagt.',
      coarse:
        'Gesagt wird die Gegend, in der ein Foto aufgenommen wurde, auf etwa 11 km: die Stadt, nicht das Haus.',
      exact: 'Gesagt wird genau, wo ein Foto aufgenommen wurde, vielleicht also, wo du wohnst.',
    },
    qr: 'QR-Code der Adresse',
    revoke: 'Widerrufen',
    revoked: 'Der Link ist widerrufen.',
    revokeNamed: (time) => `Link vom ${time} widerrufen`,
    revokeText:
      'Er öffnet ab sofort nichts mehr. Das lässt sich nicht rückgängig machen, aber du kannst einen anderen erstellen.',
    until: (date) => `bis ${date}`,
    role: 'Erlaubt ist',
    roles: { viewer: 'Ansehen', contributor: 'Ansehen und Bilder hinzufügen' },
    roleHints: {
      viewer: 'Die Bilder sind zu sehen, mehr nicht.',
      contributor:
        'Was dazukommt, liegt in deinem Konto und zählt zu deinem Kontingent. Es ist privat; wer einen Link hierzu hat, sieht es. Löschen kannst es nur du.',
    },
    unused: 'noch nicht geöffnet',
    used: (count, ago) => `${count === 1 ? 'einmal' : `${count}-mal`} geöffnet, zuletzt ${ago}`,
  },
};
