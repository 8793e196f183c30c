import { type Step } from './fault.js';
import { type Report } from './report.js';

export const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const LONE_SURROGATE = /\p{Cs}/u;

/** The reason why databases or UTF-8 cannot hold the text, if any. */
export function textFault(text: string): string | undefined {
  if (text.includes('\0')) return 'holds the character NUL';
  return LONE_SURROGATE.test(text) ? 'holds half of a surrogate pair' : undefined;
}

function leafFault(value: unknown): string | undefined {
  if (typeof value === 'string') return textFault(value);
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'is no finite number';
  return value === null || typeof value === 'boolean' ? undefined : 'is not a JSON value';
}

/**
 * Looks through everything below `root`, which lies where the report stands: texts and member names that can be
 * stored, finite numbers, the depth. A member that is `undefined` is absent, as JSON.stringify has it; members of `root`
 * that are in `except` are for others to check.
 */
export function checkJson(root: unknown, report: Report, except?: ReadonlySet<string>): void {
  const start = report.here();
  const waiting: { readonly value: object; readonly path: readonly Step[] }[] = [];
  const meet = (value: unknown, step?: Step): void => {
    if (typeof value === 'object' && value !== null) {
      waiting.push({ value, path: step === undefined ? start : [...report.here(), step] });
      return;
    }
    const reason = leafFault(value);
    if (reason !== undefined) report.fault(reason, ...(step === undefined ? [] : [step]));
  };

  meet(root);
  for (let next = waiting.pop(); next !== undefined && !report.stopped; next = waiting.pop()) {
    report.goTo(next.path);
    if (!report.mayNest()) continue;
    if (isArray(next.value)) {
      for (const [index, item] of next.value.entries()) {
        if (!report.mayHaveValue()) break;
        meet(item, index);
      }
    } else {
      for (const [name, member] of Object.entries(next.value)) {
        if (next.value === root && except?.has(name)) continue;
        if (!report.mayHaveValue()) break;
        const reason = textFault(name);
        if (reason !== undefined) report.fault(`the name of a member ${reason}`, name);
        if (member !== undefined) meet(member, name);
      }
    }
  }
  report.goTo(start);
}
