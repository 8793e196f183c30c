import type { Texts } from '../en/texts.ts';

export const table: Texts['table'] = {
  and: 'und',
  below: (value) => `bis unter ${value}`,
  chooseColumns: 'Spalten',
  columnsText:
    'Wähle, welche Spalten die Tabelle zeigt und in welcher Reihenfolge. Die Adresse dieser Ansicht merkt sie sich.',
  conditions: 'Bedingungen',
  conflict: (value) =>
    value === ''
      ? 'Jemand anderes hat diese Zelle inzwischen geleert. Mit der Eingabetaste überschreibst du sie, mit Escape bleibt sie leer.'
      : `Jemand anderes hat diese Zelle inzwischen in „${value}“ geändert. Mit der Eingabetaste überschreibst du sie, mit Escape bleibt sie so.`,
  conflictElsewhere:
    'Jemand anderes hat dieses Feature inzwischen geändert. Mit der Eingabetaste speicherst du deinen Wert.',
  dragHint: 'Ziehe über die Balken, um zu filtern.',
  editCell: (name, id) => `${name} von ${id}`,
  emptied: (name) => `„${name}“ ist geleert.`,
  gone: 'Jemand anderes hat dieses Feature inzwischen gelöscht.',
  keys: 'Die Pfeiltasten wechseln die Zelle, die Eingabetaste bearbeitet sie, Escape bricht ab. Die Eingabetaste auf einer Id zeigt das Feature auf der Karte.',
  keysReadOnly:
    'Die Pfeiltasten wechseln die Zelle. Die Eingabetaste auf einer Id zeigt das Feature auf der Karte.',
  many: (count) => `Das sind die ersten ${count} Zeilen. Füge eine Bedingung hinzu, um andere zu sehen.`,
  moveLeft: (name) => `„${name}“ nach links schieben`,
  moveRight: (name) => `„${name}“ nach rechts schieben`,
  no: 'nein',
  notNumber: 'Das muss eine Zahl sein, etwa 3,5. Lass die Zelle leer, um sie zu leeren.',
  notUndone: (name) =>
    `„${name}“ wurde nicht zurückgesetzt, weil jemand anderes dieses Feature inzwischen geändert hat.`,
  periods: 'Datum von',
  periodsOf: 'Eigenschaft, deren Datumsangaben gezählt werden',
  noDates: 'Keine Datumsangaben',
  missingDates: (count) => `${count} ohne Datum`,
  rangeFrom: (name) => `${name} ab`,
  rangeBelow: (name) => `${name} unter`,
  remove: (text) => `Entfernen: ${text}`,
  resetColumns: 'Alle Spalten zeigen',
  saved: (name, value) => `„${name}“ ist jetzt „${value}“.`,
  secondValue: 'Zweiter Wert',
  shownColumn: (name) => `„${name}“ zeigen`,
  sortBy: (name) => `Nach ${name} sortieren`,
  undo: 'Rückgängig',
  undone: (name) => `„${name}“ ist wieder wie zuvor.`,
  view: 'Ansicht',
  viewMap: 'Karte',
  viewTable: 'Tabelle',
  wholeRange: 'Ganzer Bereich',
  yes: 'ja',
};
