import type { Texts } from './i18n.svelte.ts';

export const deEditing: Pick<Texts, 'editing'> = {
  editing: {
    absent: 'nicht vorhanden',
    add: { Point: 'Punkt zeichnen', LineString: 'Linie zeichnen', Polygon: 'Fläche zeichnen' },
    addProperty: 'Eigenschaft hinzufügen',
    again: 'Neu anlegen',
    asText: 'Geometrie als GeoJSON',
    badGeometry: 'Das ist keine GeoJSON-Geometrie.',
    change: (id) => `${id} bearbeiten`,
    changedBeforeDeletion:
      'Jemand hat es inzwischen geändert. Sieh es dir noch einmal an, oder lösche es, wie es jetzt ist.',
    changedMeanwhile: 'Von jemand anderem geändert',
    changedMeanwhileText:
      'Dieses Feature wurde geändert, während du es bearbeitet hast. Wähle, was bleiben soll.',
    coordinates: 'Koordinaten',
    deleted: (id) => `„${id}“ ist gelöscht.`,
    deletedMeanwhile: 'Von jemand anderem gelöscht',
    deletedMeanwhileText: 'Dieses Feature wurde gelöscht, während du es bearbeitet hast.',
    deleteNamed: (id) => `„${id}“ löschen`,
    deleteText: 'Das Feature wird aus dem Space entfernt. Das lässt sich nicht rückgängig machen.',
    draw: 'Zeichnen',
    first: 'Speichere zuerst, was du bearbeitest, oder brich es ab.',
    geometry: 'Geometrie',
    goOn: 'Weiter bearbeiten',
    how: {
      Point: 'Klicke auf der Karte dorthin, wo der Punkt ist.',
      LineString: 'Klicke jeden Knick der Linie an. Klicke den letzten noch einmal an, um sie zu beenden.',
      Polygon: 'Klicke jede Ecke der Fläche an. Klicke die erste noch einmal an, um sie zu schließen.',
    },
    letGo: 'Gelöscht lassen',
    movePoint: 'Ziehe den Punkt, um ihn zu verschieben.',
    moveShape:
      'Ziehe die Form oder ihre Punkte. Ziehe einen kleinen Punkt, um einen hinzuzufügen; ein Rechtsklick entfernt einen Punkt.',
    new: 'Neues Feature',
    panel: 'Feature bearbeiten',
    properties: 'Eigenschaften',
    propertyName: 'Name',
    removeProperty: (name) => `„${name}“ entfernen`,
    saveChosen: 'Auswahl speichern',
    shapes: { Point: 'Punkt', LineString: 'Linie', Polygon: 'Fläche' },
    sides: { mine: 'Deine', theirs: 'Die andere' },
    textOnly: 'Die Karte kann diese Form nicht ändern. Ändere sie als GeoJSON.',
    valueOf: (name) => `Wert von ${name}`,
    valuesHint: 'Zahlen, true und false gelten als solche; in Anführungszeichen sind sie Texte.',
  },
};
