import { OWN_HOST, OWN_PORT } from './usual-address.js';

interface Given {
  readonly CAIRN_HOST?: string | undefined;
  readonly CAIRN_PORT?: number | undefined;
  readonly CAIRN_PUBLIC_PORT?: number | undefined;
  readonly CAIRN_PUBLIC_HOST?: string | undefined;
  readonly CAIRN_PUBLIC_BASE_URL?: string | undefined;
}

/** Where the public door listens, and the address at which others reach it. */
export interface PublicDoorSettings {
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash. Default: that of the server, or else derived from host and port. */
  readonly baseUrl: string | undefined;
}

/** Absent where there is no public door. */
export function publicDoorSettings(given: Given): PublicDoorSettings | undefined {
  const { CAIRN_HOST: ownHost = OWN_HOST, CAIRN_PUBLIC_PORT: port } = given;
  if (port === undefined) return undefined;
  const { CAIRN_PUBLIC_HOST: host = ownHost, CAIRN_PUBLIC_BASE_URL: baseUrl } = given;
  return { host, port, baseUrl };
}

/** What is wrong with the settings of the public door together. */
export function publicDoorFaults(given: Given): readonly string[] {
  const { CAIRN_PORT: ownPort = OWN_PORT, CAIRN_PUBLIC_PORT: port } = given;
  if (port === undefined)
    return (['CAIRN_PUBLIC_HOST', 'CAIRN_PUBLIC_BASE_URL'] as const)
      .filter((name) => given[name] !== undefined)
      .map((name) => `${name} needs the port of the public door, for example CAIRN_PUBLIC_PORT=8081`);
  return port === ownPort && port !== 0
    ? ['CAIRN_PUBLIC_PORT must be another port than CAIRN_PORT, for example CAIRN_PUBLIC_PORT=8081']
    : [];
}
