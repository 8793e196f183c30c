import type { Texts } from '../en/texts.ts';

/** How far something is, and what failed. */
export const counted = (text: string, failed: number): string =>
  failed > 0 ? `${text}, ${failed} fehlgeschlagen` : text;

export const images: Texts['images'] = {
  title: 'Bilder',
  addTags: 'Tags hinzufügen',
  all: 'Alle Bilder',
  clearSelection: 'Auswahl aufheben',
  copyAddress: 'Adresse kopieren',
  delete: 'Löschen',
  deleteCount: (count) => `${count} Bilder löschen`,
  deleted: (count) => (count === 1 ? 'Bild gelöscht' : `${count} Bilder gelöscht`),
  deletedOf: ({ done, all, failed }) => counted(`${done} von ${all} gelöscht`, failed),
  packedOf: ({ done, all, failed }) => counted(`${done} von ${all} verpackt`, failed),
  taggedOf: ({ done, all, failed }) => counted(`${done} von ${all} getaggt`, failed),
  downloadFailed: 'Das Archiv ließ sich nicht speichern. Ist auf der Platte genug Platz?',
  inMemory: 'Dieser Browser hält das Archiv im Speicher, bis es vollständig ist.',
  notSent: 'Der Server hat die Datei nicht geschickt. Vielleicht ist sie gelöscht; sonst versuche es erneut.',
  download: 'Herunterladen',
  downloadAll: 'Alle herunterladen',
  embed: 'Einbetten',
  empty: 'Noch keine Bilder',
  emptyText:
    'Lege Dateien oder Ordner irgendwo auf dieser Seite ab, füge ein Bild ein oder wähle Dateien aus.',
  folder: 'Ordner',
  folders: 'Ordner',
  image: 'Bild',
  noneFound: 'Kein Bild gefunden',
  noneFoundText: 'Zu diesen Filtern passt kein Bild.',
  playground: 'Andere Größen und Formate',
  removeTags: 'Tags entfernen',
  saveTags: 'Tags speichern',
  search: 'Namen, Tags und Ordner suchen',
  select: (name) => `${name} auswählen`,
  selectAll: 'Alle auswählen',
  selected: (count) => `${count} ausgewählt`,
  showAll: 'Alle Bilder zeigen',
  sort: 'Reihenfolge',
  sorts: {
    taken: 'Nach Tagen',
    newest: 'Neueste zuerst',
    oldest: 'Älteste zuerst',
    name: 'Nach Namen',
    size: 'Größte zuerst',
  },
  tag: 'Taggen',
  tagCount: (count) => (count === 1 ? 'Ein Bild taggen' : `${count} Bilder taggen`),
  tags: 'Tags',
  tagsSaved: 'Tags gespeichert.',
  upload: 'Hochladen',
  uploaded: 'Hochgeladen',
  withoutPlace: 'Ohne Ort',
};

export const uploads: Texts['uploads'] = {
  title: 'Bilder hochladen',
  titleOf: (album) => `Fotos zu „${album}“ hinzufügen`,
  toAlbumOnly: 'Sie kommen in das Album und sind nicht öffentlich.',
  choose: 'Bilder auswählen',
  chosen: (count, size) => `${count === 1 ? 'Eine Datei' : `${count} Dateien`}, ${size}`,
  drop: 'Bilder oder Ordner hier ablegen, oder',
  elsewhere: {
    title: (count) =>
      count === 1
        ? 'Eine Datei liegt schon in einem anderen Ordner'
        : `${count} Dateien liegen schon in anderen Ordnern`,
    text: 'Sie können auch in diesem Ordner erscheinen. Mehr Speicherplatz brauchen sie dann nicht.',
    leaveOut: 'Weglassen',
    more: (count) => (count === 1 ? 'und ein weiterer Ordner' : `und ${count} weitere Ordner`),
    putThere: 'Auch dort ablegen',
    top: 'Oberster Ordner',
  },
  known: {
    here: 'Schon da',
    elsewhere: 'Auch hier abgelegt',
    library: 'Schon in deiner Bibliothek',
    trash: 'Aus dem Papierkorb geholt',
  },
  mayBeStored:
    'Die Antwort des Servers ging verloren. Sieh nach, ob das Bild da ist, bevor du es erneut versuchst.',
  named: (written, name, more) => {
    const others = more === 0 ? '' : ` (${more} weitere ebenso)`;
    return `„${written}“ wird als „${name}“ gespeichert${others}, weil eine Adresse diesen Namen nicht haben kann.`;
  },
  path: 'Ordner',
  pathHint: 'Etwa „urlaub/2026“. Er wird Teil der Adresse.',
  pickFiles: 'Dateien auswählen',
  pickFolder: 'Ordner auswählen',
  pickPhotos: 'Fotos',
  pickWithPlace: 'Dateien, mit Ort',
  placesLeftOut:
    'Dein Handy lässt vielleicht weg, wo Fotos aufgenommen wurden. Mit „Dateien“ bleibt es erhalten.',
  send: 'Hochladen',
  summary: (stored, all, failed) =>
    failed > 0
      ? `${stored} von ${all} hochgeladen, ${failed} fehlgeschlagen`
      : `${stored} von ${all} hochgeladen`,
  tags: 'Tags',
  tagsHint: 'Mit Kommas dazwischen.',
  withoutPlace: (count) => (count === 1 ? '1 Foto ohne Ort' : `${count} Fotos ohne Ort`),
  types:
    'JPEG, PNG, WebP, GIF oder AVIF; HEIC, JPEG XL, TIFF und BMP, wo der Server sie annimmt. Je bis 25 MB',
};

export const waysToBegin: Texts['waysToBegin'] = {
  copy: 'Befehl kopieren',
  drop: 'Von diesem Computer',
  dropText: 'Lege Dateien oder Ordner irgendwo auf dieser Seite ab.',
  import: 'Aus einem anderen Programm',
  importText:
    'Der Befehl nimmt Ordner, ZIP-Dateien, Google Takeout und Immich. Setze vorher CAIRN_KEY auf einen API-Schlüssel.',
  phone: 'Vom Handy',
  phoneNot: (host) =>
    `Unter ${host} erreichen andere Geräte diesen Server nicht. Öffne diese Seite unter einer Adresse, die sie erreichen; dann erscheint hier ein QR-Code.`,
  phoneText: 'Scanne das mit der Kamera deines Handys, melde dich an und wähle „Hochladen“.',
  qr: 'QR-Code der Adresse dieser Seite',
};

export const viewer: Texts['viewer'] = {
  details: 'Über das Bild',
  larger: 'Vergrößern',
  missing: 'Das Bild lässt sich nicht zeigen.',
  move: 'Umbenennen oder verschieben',
  moved: 'Das Bild ist umbenannt oder verschoben.',
  moveHint: 'Seine Adresse ändert sich; die bisherige führt weiter zu ihm.',
  name: 'Name',
  next: 'Nächstes Bild',
  position: ({ place, all, isWhole }) => (isWhole ? `${place} von ${all}` : `${place} von mehr als ${all}`),
  previous: 'Vorheriges Bild',
  smaller: 'Verkleinern',
};

export const playground: Texts['playground'] = {
  auto: 'Bestes für den Browser',
  download: 'In dieser Größe herunterladen',
  format: 'Format',
  measuring: 'Wird gemessen …',
  quality: 'Qualität',
  refused: 'Dieser Server erzeugt das nicht.',
  saved: (original, percent) =>
    percent > 0 ? `statt ${original}: ${percent} % weniger` : `statt ${original}`,
  standard: 'Standard',
  width: 'Breite',
};

export const photo: Texts['photo'] = {
  camera: 'Kamera',
  cut: (kinds) =>
    `Beim Hochladen herausgeschnitten, damit es niemand mit der Datei bekommt: ${kinds.join(', ')}.`,
  hidden: (kinds) => `In der Datei nur für dich behalten; andere erhalten sie ohne: ${kinds.join(', ')}.`,
  downloadWhole: (size) => `Vollständige Datei herunterladen (${size})`,
  captured: 'Aufgenommen',
  color: 'Farbe',
  dimensions: 'Abmessungen',
  file: 'Datei',
  frames: 'Einzelbilder',
  hashes: 'Prüfsummen',
  kinds: {
    exif: 'Kameraeinstellungen und Zeit (EXIF)',
    gps: 'Standort',
    'maker-notes': 'Notizen des Kameraherstellers',
    'serial-number': 'Seriennummer der Kamera',
    owner: 'Name des Besitzers',
    thumbnail: 'eingebettete Vorschau',
    xmp: 'Titel, Bewertung und Bearbeitungen (XMP)',
    iptc: 'Beschreibungen und Schlagwörter (IPTC)',
    comment: 'Kommentare',
    text: 'Texte',
    time: 'Zeit',
    'embedded-images': 'eingebettete Bilder',
    'trailing-data': 'Daten hinter dem Bild',
    'content-credentials': 'Herkunftsnachweise',
    'application-data': 'andere Daten',
  },
  perceptualHash: 'Perzeptueller Hash',
  map: 'Karte des Ortes der Aufnahme',
  position: 'Standort',
  uploadHash: 'SHA-256 des Uploads',
  whole: 'Nichts wurde herausgeschnitten: Die Datei ist so gespeichert, wie sie hochgeladen wurde.',
};
