import { isRecorded } from '../tracing/spans.js';
import type { CallMeasure } from '../settings/store-measures.js';
import { calledInSpan, type Method, type PortSpans } from './called-in-span.js';
import { measuredCall } from './measured-call.js';

/** Who is told of the calls of a port. */
export interface Observers {
  /** Gives what measures the calls of a method that give a promise. Asked for each method once, when the port is wrapped. */
  readonly measureOf?: ((method: string) => CallMeasure) | undefined;
  /** Each call in a recorded trace is a span, which is called after the port and the method. */
  readonly span: PortSpans;
  /** Methods that give a part of the port, such as an area of a store. It is observed, and the method is not. */
  readonly parts?: Readonly<Record<string, Observers>> | undefined;
  /** Methods that give a promise of something that is observed, too. */
  readonly results?: Readonly<Record<string, Observers>> | undefined;
}

/**
 * The port, with its calls observed. Its methods are looked up once, here, because they are called for every request. What is set is
 * set on the port; on an object that is derived from this one, it stays there.
 */
export function observedPort<T extends object>(port: T, observers: Observers): T {
  const properties: PropertyDescriptorMap = {};
  const isObserved = (object: object): boolean => object === observed;
  for (let level: object | null = port; level !== null; level = parentOf(level))
    for (const [key, given] of Object.entries(Object.getOwnPropertyDescriptors(level)))
      if (key !== 'constructor')
        properties[key] ??= {
          ...memberOf(port, { key, given, observers, isObserved }),
          enumerable: level === port && given.enumerable === true,
        };
  const others = new Proxy(port, {
    set: (_, key, value, setOn: object) =>
      isObserved(setOn) ? Reflect.set(port, key, value) : setHere(setOn, key, value),
  });
  // The cast is safe: it has every member of the port, and its prototype.
  const observed = Object.create(others, properties) as T;
  return observed;
}

function parentOf(level: object): object | null {
  const parent = Object.getPrototypeOf(level) as object | null;
  return parent === Object.prototype ? null : parent;
}

const setHere = (object: object, key: PropertyKey, value: unknown): boolean =>
  Reflect.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });

interface Observed {
  readonly method: Method;
  readonly observers: Observers;
}

interface Member {
  readonly key: string;
  readonly given: PropertyDescriptor;
  readonly observers: Observers;
  readonly isObserved: (object: object) => boolean;
}

function memberOf(port: object, { key, given, observers, isObserved }: Member): PropertyDescriptor {
  const isMethod = typeof given.value === 'function';
  const observe = (member: unknown): unknown =>
    typeof member === 'function' ? observedCall(port, key, { method: member as Method, observers }) : member;
  let member = isMethod ? observe(Reflect.get(port, key)) : undefined;
  return {
    configurable: true,
    get: isMethod ? () => member : () => Reflect.get(port, key) as unknown,
    set(this: object, changed: unknown) {
      if (!isObserved(this)) setHere(this, key, changed);
      else if (Reflect.set(port, key, changed)) member = observe(changed);
    },
  };
}

function observedCall(port: object, name: string, { method, observers }: Observed): Method {
  const part = observers.parts?.[name];
  if (part !== undefined) return partsOf(port, method, part);
  const call = calledInSpan(port, { name, method, span: observers.span });
  const measure = observers.measureOf?.(name);
  const told = measure === undefined ? call : measuredCall(call, measure);
  const result = observers.results?.[name];
  return result === undefined ? told : resultsOf(told, result);
}

/** The parts are made once, as the port makes them. */
function partsOf(port: object, method: Method, observers: Observers): Method {
  const known = new WeakMap<object, object>();
  return (...args) => {
    const part = Reflect.apply(method, port, args);
    if (typeof part !== 'object' || part === null) return part;
    let observed = known.get(part);
    if (observed === undefined) known.set(part, (observed = observedPort(part, observers)));
    return observed;
  };
}

const resultsOf =
  (call: Method, observers: Observers): Method =>
  async (...args) => {
    const result = await call(...args);
    const isObject = typeof result === 'object' && result !== null;
    return isObject && (observers.measureOf !== undefined || isRecorded())
      ? observedPort(result, observers)
      : result;
  };
