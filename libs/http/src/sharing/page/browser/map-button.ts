/** Loads the map when somebody asks for it, because its program is many times larger than the page. */
export function offerMap(button: HTMLButtonElement, map: HTMLElement): void {
  button.hidden = false; // without scripts there is no map
  button.addEventListener('click', () => {
    map.hidden = !map.hidden;
    button.ariaExpanded = String(!map.hidden);
    load(map);
  });
  if (map.dataset['open'] !== undefined) button.click();
}

/** Shows the map that the page is for. */
export function showMap(map: HTMLElement): void {
  map.hidden = false;
  load(map);
}

function load(map: HTMLElement): void {
  const address = map.dataset['script'];
  if (address === undefined) return;
  delete map.dataset['script'];
  const script = document.createElement('script');
  script.type = 'module';
  script.src = address;
  document.body.append(script);
}
