import type { PopupParts } from '@cairn/map-style';
import { Popup as Bubble, type LngLatLike, type Map as MapLibre } from 'maplibre-gl';
import './popup.css';

/** What is told of a feature, as text and never as HTML. A picture that cannot be loaded is left out. */
export function popupElement(
  { title, text, fields, picture, link }: PopupParts,
  nameOfPicture: string,
): HTMLElement {
  const element = document.createElement('div');
  element.className = 'map-popup';
  if (title !== undefined) element.append(textElement('h3', title));
  if (text !== undefined) element.append(textElement('p', text));
  if (picture !== undefined) {
    const image = document.createElement('img');
    [image.src, image.alt] = [picture, title ?? nameOfPicture];
    image.addEventListener('error', () => image.remove());
    element.append(image);
  }
  if (fields.length > 0) {
    const list = document.createElement('dl');
    for (const { name, value } of fields) list.append(textElement('dt', name), textElement('dd', value));
    element.append(list);
  }
  if (link !== undefined) {
    const anchor = document.createElement('a');
    [anchor.href, anchor.textContent, anchor.rel, anchor.target] = [
      link,
      link,
      'noreferrer nofollow',
      '_blank',
    ];
    element.append(anchor);
  }
  return element;
}

/**
 * Opens a popup on a map. Escape closes it, and the focus goes back to the map. `onclose` is called however it is closed.
 */
export function openPopup(
  map: MapLibre,
  place: LngLatLike,
  content: HTMLElement,
  onclose?: () => void,
): Bubble {
  const bubble = new Bubble({ maxWidth: '20rem' }).setLngLat(place).setDOMContent(content).addTo(map);
  const element = bubble.getElement();
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    bubble.remove();
  });
  bubble.on('close', () => {
    // The popup is gone already; who was in it is nowhere.
    if (document.activeElement === document.body) map.getCanvas().focus({ preventScroll: true });
    onclose?.();
  });
  return bubble;
}

function textElement(name: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
