/** The texts of the base map of an account. */
export const baseMap = {
  title: 'Base map',
  text: 'What is below your maps, in this page and at the links that you share. Without one of your own, it is that of the server.',
  preview: 'Your base map',
  address: 'Address',
  addressHint:
    'Of a MapLibre style, of pictures with {z}, {x} and {y}, or of a PMTiles archive of pictures. Its server must allow other origins (CORS).',
  attribution: 'Attribution',
  attributionHint:
    'Shown on every map: text, with links as [© Example](https://example.org). A style may say it itself.',
  maxZoom: 'Highest zoom of the pictures',
  maxZoomHint: 'Nearer, they are magnified. 19 if you leave it empty.',
  origins: 'Other origins of a style',
  originsHint:
    'What a style loads from besides its own server: https://fonts.example.org. Nothing else is let in.',
  openStreetMap:
    'OpenStreetMap’s own tiles (https://tile.openstreetmap.org/{z}/{x}/{y}.png) are run by volunteers, for light use only: with “© OpenStreetMap” and a link to openstreetmap.org/copyright, without loading them in advance, and they may be blocked at any time. For more, use a service of tiles.',
  failed:
    'Some of this base map cannot be loaded. Check the address, and whether its server allows this page (CORS).',
  save: 'Use this base map',
  back: 'Back to the server’s',
};
