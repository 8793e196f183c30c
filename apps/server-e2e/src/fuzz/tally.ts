import type { FuzzResponse } from './http-client.js';
import type { FuzzRequest } from './requests.js';

const SHOWN_BODY_BYTES = 4_000;
const SHOWN_CHARACTERS = 300;

interface Finding {
  count: number;
  request: FuzzRequest;
  readonly response: FuzzResponse | undefined;
}

/** Counts responses by operation and status, and keeps the smallest request for each kind of fault. */
export class Tally {
  private readonly statuses = new Map<string, Map<number, number>>();
  private readonly findings = new Map<string, Finding>();
  slowestMs = 0;
  total = 0;

  add(request: FuzzRequest, response: FuzzResponse | undefined, faults: readonly string[]): void {
    this.total += 1;
    this.slowestMs = Math.max(this.slowestMs, response?.durationMs ?? 0);
    const name =
      request.method === request.operation.method ? request.operation.operationId : '(other method)';
    const counts = this.statuses.get(name) ?? new Map<number, number>();
    this.statuses.set(name, counts.set(response?.status ?? 0, (counts.get(response?.status ?? 0) ?? 0) + 1));
    for (const fault of faults) this.note(`${name}: ${fault}`, request, response);
  }

  /** Each kind of fault with its count and a command that repeats the request. `key` is masked in the command. */
  faults(key: string): readonly string[] {
    return [...this.findings].map(([fault, { count, request, response }]) => {
      const received = response && `${response.status} ${response.body.toString('utf8', 0, 400)}`;
      return `${fault} (${count} times)\n  ${toCurl(request, key)}\n  -> ${received ?? 'no response'}`;
    });
  }

  /** A line for each operation with the count of each status. */
  table(): string {
    const lines = [...this.statuses].sort().map(([name, counts]) => {
      const cells = [...counts]
        .sort(([one], [other]) => one - other)
        .map(([status, count]) => `${status}×${count}`);
      return `  ${name.padEnd(16)} ${cells.join('  ')}`;
    });
    return lines.join('\n');
  }

  private note(fault: string, request: FuzzRequest, response: FuzzResponse | undefined): void {
    const known = this.findings.get(fault);
    if (known === undefined) this.findings.set(fault, { count: 1, request, response });
    else known.count += 1;
    if (known !== undefined && sizeOf(request) < sizeOf(known.request))
      this.findings.set(fault, { count: known.count, request, response });
  }
}

function sizeOf({ target, headers, body }: FuzzRequest): number {
  return target.length + JSON.stringify(headers).length + (body?.length ?? 0);
}

/**
 * A shell command that repeats the request, to the server at `$CAIRN` and with `$KEY` in place of `key`. Very long texts
 * are truncated; only the seed reproduces them.
 */
function toCurl({ method, target, headers, body }: FuzzRequest, key: string): string {
  const quote = (text: string): string =>
    `'${shown(text)
      .replaceAll("'", String.raw`'\''`)
      .replaceAll(key, `'"$KEY"'`)}'`;
  const options = Object.entries(headers).flatMap(([name, value]) => ['-H', quote(`${name}: ${value}`)]);
  const words = ['curl', '-i', '--path-as-is', '-X', method, ...options, `"$CAIRN"${quote(target)}`];
  const command = words.join(' ');
  if (body === undefined) return command;
  if (body.length > SHOWN_BODY_BYTES)
    return `${command} # and a body of ${body.length} bytes: ${shown(body.toString('latin1'))}`;
  return `echo ${body.toString('base64')} | base64 -d | ${command} --data-binary @-`;
}

function shown(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS)}… (${text.length} characters)`;
}
