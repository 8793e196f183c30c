/** A listener of the server, by what the names of its settings begin with: `_HOST` and `_PORT` follow. */
export type ListenerSettings = 'CAIRN' | 'CAIRN_PUBLIC' | 'CAIRN_METRICS';

/** Where a listener of the server listens. */
export interface ListenAt {
  readonly host: string;
  readonly port: number;
  readonly settings: ListenerSettings;
}

/** A listener could not be opened: its address is in use, or not one of this machine. */
export class CannotListen extends Error {
  constructor(
    readonly at: ListenAt,
    readonly code: string | undefined,
    cause: unknown,
  ) {
    super(`The server cannot listen at port ${at.port} of ${at.host}.`, { cause });
  }

  /** What to change. */
  get remedy(): string {
    const { host, port, settings } = this.at;
    const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    switch (this.code) {
      case 'EADDRINUSE':
        return `${place} is in use. Set ${settings}_PORT to a free port, for example ${settings}_PORT=${port + (port < 65_500 ? 10 : -10)}.`;
      case 'EACCES':
        return `it may not listen at ${place}. Set ${settings}_PORT to a port from 1024 up, for example ${settings}_PORT=8080.`;
      case 'EADDRNOTAVAIL':
        return `this machine has no address ${host}. Set ${settings}_HOST to one that it has.`;
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        return `nobody knows the host ${host}. Set ${settings}_HOST to an address of this machine.`;
      default:
        return `it cannot listen at ${place} (${this.code ?? 'unknown reason'}). Set ${settings}_HOST and ${settings}_PORT.`;
    }
  }
}
