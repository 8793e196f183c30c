import type { Shared } from '@cairn/api-schema';
import { PROGRAM } from './assets.js';
import { escaped, htmlPage } from './html.js';
import type { PageMap } from './link-map.js';
import type { PageAddresses } from './page-addresses.js';
import { pageHead } from './page-head.js';
import { headOf } from './preview.js';
import type { Texts } from './texts.js';

interface SpacePage {
  readonly addresses: PageAddresses;
  readonly shared: Shared;
  readonly featureCount: number;
  readonly map?: PageMap | undefined;
  /** The address of all features. */
  readonly features: string;
}

/** A space as a map. Without scripts it says how much there is. */
export function spacePage(
  { addresses, shared, featureCount, map, features }: SpacePage,
  texts: Texts,
): string {
  const { title, download } = shared;
  const actions = [
    ...(download ? [`<a class="button" href="${escaped(features)}" download>${texts.geoJson}</a>`] : []),
    ...(map === undefined ? [] : [map.button]),
  ];
  const head = { addresses, shared, count: texts.features(featureCount), actions };
  const body = `${pageHead(head, texts)}
<main>
${map?.section ?? ''}
</main>`;
  return htmlPage({ title, head: headOf(addresses, shared), body, script: PROGRAM }, texts);
}
