import type { FuzzResponse } from './exchange.js';
import type { FuzzRequest } from './requests.js';

const SHOWN_BODY_BYTES = 4_000;
const SHOWN_CHARACTERS = 300;

interface Finding {
  count: number;
  request: FuzzRequest;
  readonly response: FuzzResponse | undefined;
}

/** Counts answers by operation and status, and keeps the smallest request for each kind of fault. */
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

  /** Each kind of fault with its count and a command that sends the request again. */
  faults(address: string): readonly string[] {
    return [...this.findings].map(([fault, { count, request, response }]) => {
      const answer = response && `${response.status} ${response.body.toString('utf8', 0, 400)}`;
      return `${fault} (${count} times)\n  ${asCurl(request, address)}\n  -> ${answer ?? 'no answer'}`;
    });
  }

  /** A line for each operation: how often each status was answered. */
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

/** A shell command that sends the very same bytes; a key in it is worth nothing once the test is over. */
function asCurl({ method, target, headers, body }: FuzzRequest, address: string): string {
  const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const options = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${shown(value)}`)}`);
  const command = [
    'curl',
    '-i',
    '--path-as-is',
    '-X',
    method,
    ...options,
    quote(address + shown(target)),
  ].join(' ');
  if (body === undefined) return command;
  if (body.length > SHOWN_BODY_BYTES)
    return `${command} # and a body of ${body.length} bytes: ${body.toString('latin1', 0, 200)}…`;
  return `echo ${body.toString('base64')} | base64 -d | ${command} --data-binary @-`;
}

function shown(text: string): string {
  return text.length <= SHOWN_CHARACTERS
    ? text
    : `${text.slice(0, SHOWN_CHARACTERS)}… (${text.length} characters)`;
}
