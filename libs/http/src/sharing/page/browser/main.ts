import { AddingForm } from './adding-form.js';
import { Lightbox } from './lightbox.js';
import { offerMap, showMap } from './map-button.js';
import { Pictures } from './pictures.js';

const find = <T extends HTMLElement>(selector: string): T | null => document.querySelector<T>(selector);

const [grid, box] = [find('.pictures'), find<HTMLDialogElement>('dialog')];
if (grid !== null && box !== null) {
  const pictures = new Pictures(grid);
  const lightbox = new Lightbox(box, pictures);
  lightbox.listen(grid);
  lightbox.offerSlideshow(find<HTMLButtonElement>('button[name=slideshow]'));
  pictures.follow();
  const form = find<HTMLFormElement>('form.add');
  if (form !== null) new AddingForm(form, pictures).listen(find<HTMLAnchorElement>('a[href="#add"]'));
}

const [button, map] = [find<HTMLButtonElement>('button[name=map]'), find('.map')];
if (button !== null && map !== null) offerMap(button, map);
else if (map !== null) showMap(map);
