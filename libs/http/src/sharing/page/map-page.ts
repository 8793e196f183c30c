import type { Shared } from '@cairn/api-schema';
import { PROGRAM } from './assets.js';
import { htmlPage } from './html.js';
import type { PageMap } from './link-map.js';
import type { PageAddresses } from './page-addresses.js';
import { pageHead } from './page-head.js';
import { headOf } from './preview.js';
import type { Texts } from './texts.js';

interface MapPage {
  readonly addresses: PageAddresses;
  readonly shared: Shared;
  /** How much there is. */
  readonly count?: string | undefined;
  /** Links, as HTML. */
  readonly actions: readonly string[];
  readonly map?: PageMap | undefined;
}

/** A space as a map. Without scripts it says what it is, and how much there is. */
export function mapPage({ addresses, shared, count, actions, map }: MapPage, texts: Texts): string {
  const all = map === undefined ? actions : [...actions, map.button];
  const body = `${pageHead({ addresses, shared, count, actions: all }, texts)}
<main>
${map?.section ?? ''}
</main>`;
  return htmlPage({ title: shared.title, head: headOf(addresses, shared), body, script: PROGRAM }, texts);
}
