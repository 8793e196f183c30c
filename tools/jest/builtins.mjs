/**
 * What of the language specs and sources use, looked up once. In the sandbox of Jest each look at a global is a call into
 * C++, which makes tight loops four times as slow. Not in here: what tests replace, such as `Date`, timers and `fetch`.
 */
export const { Array, ArrayBuffer, Boolean, DataView, Map, Object, Promise, Set, Symbol, WeakMap, WeakSet } =
  globalThis;
export const { BigInt, Infinity, JSON, Math, NaN, Number, RegExp, String, isNaN, parseFloat, parseInt } =
  globalThis;
export const { Error, RangeError, TypeError } = globalThis;
export const { BigInt64Array, BigUint64Array, Float32Array, Float64Array } = globalThis;
export const { Int8Array, Int16Array, Int32Array, Uint8Array, Uint16Array, Uint32Array } = globalThis;
export const { Buffer, TextDecoder, TextEncoder } = globalThis;
