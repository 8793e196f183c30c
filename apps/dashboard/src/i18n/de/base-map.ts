import type { baseMap as en } from '../en/base-map.ts';

export const baseMap: typeof en = {
  title: 'Grundkarte',
  text: 'Was unter deinen Karten liegt, auf dieser Seite und bei den Links, die du teilst. Ohne eigene ist es die des Servers.',
  preview: 'Deine Grundkarte',
  address: 'Adresse',
  addressHint:
    'Eines MapLibre-Stils, von Bildern mit {z}, {x} und {y} oder eines PMTiles-Archivs von Bildern. Ihr Server muss andere Herkünfte erlauben (CORS).',
  attribution: 'Quellenangabe',
  attributionHint:
    'Steht auf jeder Karte: Text, mit Links als [© Beispiel](https://example.org). Ein Stil kann sie selbst nennen.',
  maxZoom: 'Höchste Zoomstufe der Bilder',
  maxZoomHint: 'Näher werden sie vergrößert. 19, wenn das Feld leer bleibt.',
  origins: 'Andere Herkünfte eines Stils',
  originsHint:
    'Wovon ein Stil außer von seinem Server noch lädt: https://fonts.example.org. Sonst kommt nichts herein.',
  openStreetMap:
    'Die Kacheln von OpenStreetMap selbst (https://tile.openstreetmap.org/{z}/{x}/{y}.png) betreiben Freiwillige, nur für leichte Nutzung: mit „© OpenStreetMap“ und einem Link zu openstreetmap.org/copyright, ohne sie im Voraus zu laden, und sie können jederzeit gesperrt werden. Für mehr nimm einen Kacheldienst.',
  failed:
    'Ein Teil dieser Grundkarte lässt sich nicht laden. Prüfe die Adresse, und ob ihr Server diese Seite erlaubt (CORS).',
  save: 'Diese Grundkarte verwenden',
  back: 'Zurück zu der des Servers',
};
