import { DomainError, StorageFull, StorageUnavailable } from '@cairn/kernel';
import type { StoreMeasures } from '../settings/store-measures.js';

type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

/**
 * The port, with each call of it that gives a promise measured. What reads are iterated over is not, as that takes as long as its
 * reader. The methods are looked up once, here, because they are called for every request.
 */
export function measured<T extends object>(port: T, name: string, measures: StoreMeasures): T {
  const properties: PropertyDescriptorMap = {};
  for (let level: object = port; level !== Object.prototype; level = parentOf(level))
    for (const [key, given] of Object.entries(Object.getOwnPropertyDescriptors(level)))
      if (key !== 'constructor') properties[key] ??= passedOn(port, key, { given, name, measures });
  // The cast is safe: it has every member of the port, and its prototype.
  return Object.create(Object.getPrototypeOf(port) as object, properties) as T;
}

const parentOf = (level: object): object =>
  (Object.getPrototypeOf(level) as object | null) ?? Object.prototype;

interface Member {
  readonly given: PropertyDescriptor;
  readonly name: string;
  readonly measures: StoreMeasures;
}

function passedOn(port: object, key: string, { given, name, measures }: Member): PropertyDescriptor {
  const { value } = given as { readonly value?: unknown };
  if (typeof value !== 'function')
    return {
      configurable: true,
      get: () => Reflect.get(port, key) as unknown,
      set: (changed: unknown) => void Reflect.set(port, key, changed),
    };
  const method = value as Method;
  const measure = measures.of(name, key);
  const call = (...args: readonly unknown[]): unknown => {
    const began = performance.now();
    const result = Reflect.apply(method, port, args);
    if (!(result instanceof Promise)) return result;
    result.then(
      () => measure.ended((performance.now() - began) / 1_000),
      (error: unknown) =>
        isFailure(error)
          ? measure.failed((performance.now() - began) / 1_000)
          : measure.ended((performance.now() - began) / 1_000),
    );
    return result;
  };
  return { value: call, configurable: true, writable: true };
}

/** Not what a port says of what is stored, such as that it is not there. */
const isFailure = (error: unknown): boolean =>
  !(error instanceof DomainError) || error instanceof StorageUnavailable || error instanceof StorageFull;
