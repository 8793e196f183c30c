import type { Account } from '@cairn/access';
import type { AccountDetails, BaseMap } from '@cairn/api-schema';
import type { BaseMapSettings } from './http-settings.js';

/** The base map as JSON, as pages have it in `data-base-map`; empty for the ground. */
export function baseMapData(settings: BaseMapSettings | undefined): string {
  if (settings === undefined) return '';
  const { kind, url, attribution, maxZoom } = settings;
  return JSON.stringify({ kind, url, attribution, maxZoom } satisfies BaseMap);
}

/** The base map of an account, as the API shows it. */
export const baseMapOf = ({ baseMap }: Pick<Account, 'baseMap'>): AccountDetails['baseMap'] =>
  baseMap === undefined ? null : { ...baseMap, origins: [...baseMap.origins] };
