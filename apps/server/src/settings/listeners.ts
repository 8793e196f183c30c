/** What listens at addresses of its own, by the settings of its host and port. The server itself is the first. */
const listeners = [
  { host: 'CAIRN_HOST', port: 'CAIRN_PORT', usual: '8080' },
  { host: 'CAIRN_PUBLIC_HOST', port: 'CAIRN_PUBLIC_PORT', usual: '' },
  { host: 'CAIRN_METRICS_HOST', port: 'CAIRN_METRICS_PORT', usual: '' },
] as const;

interface Given {
  readonly CAIRN_PORT?: number | undefined;
  readonly CAIRN_PUBLIC_PORT?: number | undefined;
  readonly CAIRN_METRICS?: 'on' | 'off' | undefined;
  readonly CAIRN_METRICS_HOST?: string | undefined;
  readonly CAIRN_METRICS_PORT?: number | undefined;
}

/** What is wrong with the settings of the listener of the metrics together. */
export function metricsFaults(given: Given): readonly string[] {
  const { CAIRN_PORT = 8080, CAIRN_PUBLIC_PORT, CAIRN_METRICS_PORT: port } = given;
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

/** What Node.js tells of an address that cannot be listened at. */
interface ListenError extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

/** Why an address cannot be listened at, and which setting to change. `undefined` for any other error. */
export function listenFault(
  { code, syscall, address = '', port, hostname }: ListenError,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (syscall === 'getaddrinfo') {
    const named = listeners.find(({ host }) => hostname !== undefined && environment[host] === hostname);
    return named && `nobody knows the host ${hostname}. Set ${named.host} to an address of this machine.`;
  }
  if (syscall !== 'listen' || port === undefined) return undefined;
  const asked = listeners.find((one) => Number(environment[one.port] || one.usual) === port);
  const names = asked ?? listeners[0];
  const place = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  switch (code) {
    case 'EADDRINUSE':
      return `${place} is in use. Set ${names.port} to a free port, for example ${names.port}=${port + 1}.`;
    case 'EADDRNOTAVAIL':
      return `this machine has no address ${address}. Set ${names.host} to one that it has.`;
    case 'EACCES':
      return `it may not listen at ${place}. Set ${names.port} to a port from 1024 up, for example ${names.port}=8080.`;
    default:
      return undefined;
  }
}
