import { OWN_PORT } from './usual-address.js';

interface Given {
  readonly CAIRN_PORT?: number | undefined;
  readonly CAIRN_PUBLIC_PORT?: number | undefined;
  readonly CAIRN_METRICS?: 'on' | 'off' | undefined;
  readonly CAIRN_METRICS_HOST?: string | undefined;
  readonly CAIRN_METRICS_PORT?: number | undefined;
}

/** What is wrong with the settings of the listener of the metrics together. */
export function metricsFaults(given: Given): readonly string[] {
  const { CAIRN_PORT = OWN_PORT, CAIRN_PUBLIC_PORT, CAIRN_METRICS_PORT: port } = given;
  if (port === undefined)
    return given.CAIRN_METRICS_HOST === undefined
      ? []
      : ['CAIRN_METRICS_HOST is of CAIRN_METRICS_PORT: set that, too, for example CAIRN_METRICS_PORT=9464'];
  if (port === 0 || given.CAIRN_METRICS === 'off') return [];
  return Object.entries({ CAIRN_PORT, CAIRN_PUBLIC_PORT })
    .filter(([, other]) => other === port)
    .map(
      ([name]) => `CAIRN_METRICS_PORT must be another port than ${name}, for example CAIRN_METRICS_PORT=9464`,
    );
}
