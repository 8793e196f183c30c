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
    coarse: 'Position auf etwa 11 km',
    date: 'Bis zum Ende des',
    done: 'Fertig',
    download: 'Originale erlauben',
    downloadHint:
      'Die Dateien lassen sich herunterladen. Außer bei genauer Position wird eine, die den Ort verraten kann, neu kodiert.',
    empty: 'Noch hat niemand einen Link hierzu.',
    exact: 'genaue Position',
    expired: (date) => `Abgelaufen am ${date}`,
    expiry: 'Gilt',
    expiries: {
      never: 'Bis du ihn widerrufst',
      day: '1 Tag',
      week: '1 Woche',
      month: '30 Tage',
      date: 'Bis zu einem Datum',
    },
    forever: 'bis er widerrufen wird',
    hasPassword: 'mit Passwort',
    links: 'Links',
    linkOf: (time) => `Link vom ${time}`,
    make: 'Link erstellen',
    newLink: 'Ein neuer Link',
    once: 'Kopiere die Adresse jetzt. Sie wird nur dieses eine Mal gezeigt.',
    originals: 'Originale',
    password: 'Passwort',
    passwordHint: 'Mindestens 6 Zeichen; leer für keines. Teile es auf einem anderen Weg mit als den Link.',
    passwordToo:
      'Wer ihn öffnet, wird nach dem Passwort gefragt. Teile es auf einem anderen Weg mit als den Link.',
    position: 'Position',
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
