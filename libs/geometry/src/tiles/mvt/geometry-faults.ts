import { ringsMeet } from './ring-contacts.js';

/** A path as x and y in turns. */
export type FlatPath = readonly number[];

/** What is wrong with the commands of a feature's geometry by section 4.3 of the specification; nothing if all is right. */
export function geometryFault(type: number, commands: readonly number[]): string | undefined {
  const read = readPaths(type, commands);
  if (typeof read === 'string') return read;
  if (read.length === 0) return 'has no geometry';
  return type === 3 ? ringsFault(read) : undefined;
}

const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE_PATH = 7;
const POINT = 1;
const POLYGON = 3;

function readPaths(type: number, commands: readonly number[]): readonly FlatPath[] | string {
  const paths: number[][] = [];
  let [x, y, at] = [0, 0, 0];
  const expected =
    type === POINT ? [MOVE_TO] : type === POLYGON ? [MOVE_TO, LINE_TO, CLOSE_PATH] : [MOVE_TO, LINE_TO];
  for (let turn = 0; at < commands.length; turn += 1) {
    const head = commands[at] ?? 0;
    at += 1;
    const [id, count] = [head % 8, Math.floor(head / 8)];
    if (id !== expected[turn % expected.length]) return `has the command ${id} in the wrong place`;
    const least = id === LINE_TO && type === POLYGON ? 2 : 1;
    const isSingle = id === CLOSE_PATH || (id === MOVE_TO && type !== POINT);
    if (count < least || (isSingle && count !== 1)) return `has the command ${id} with a count of ${count}`;
    if (id === CLOSE_PATH) continue;
    if (at + 2 * count > commands.length) return `has fewer positions than the command ${id} counts`;
    if (id === MOVE_TO) paths.push([]);
    for (let step = 0; step < count; step += 1, at += 2) {
      const [dx, dy] = [unZigZag(commands[at] ?? 0), unZigZag(commands[at + 1] ?? 0)];
      if (id === LINE_TO && dx === 0 && dy === 0) return 'has a step of no length';
      x += dx;
      y += dy;
      paths.at(-1)?.push(x, y);
    }
    if (type === POINT && at < commands.length) return 'has more than one command for points';
  }
  const isComplete =
    type === POINT || commands.length === 0 || paths.length * expected.length <= countCommands(commands);
  return isComplete ? paths : 'ends before its last path does';
}

function countCommands(commands: readonly number[]): number {
  let count = 0;
  for (let at = 0; at < commands.length; count += 1) {
    const head = commands[at] ?? 0;
    at += 1 + (head % 8 === CLOSE_PATH ? 0 : 2 * Math.floor(head / 8));
  }
  return count;
}

const unZigZag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

function ringsFault(rings: readonly FlatPath[]): string | undefined {
  let polygon: FlatPath[] = [];
  for (const [index, ring] of rings.entries()) {
    const area = doubleArea(ring);
    if (area === 0) return `has ring ${index} without area`;
    if (ring[0] === ring.at(-2) && ring[1] === ring.at(-1))
      return `has ring ${index} that repeats its first position`;
    if (area < 0 && polygon.length === 0) return `has ring ${index}, a hole, before an exterior`;
    if (area > 0) {
      if (ringsMeet(polygon))
        return `has a polygon before ring ${index} whose rings cross or touch themselves`;
      polygon = [];
    }
    polygon.push(ring);
  }
  return ringsMeet(polygon) ? 'has a last polygon whose rings cross or touch themselves' : undefined;
}

function doubleArea(ring: FlatPath): number {
  let sum = 0;
  for (let index = 0; index < ring.length; index += 2) {
    const [x = 0, y = 0] = [ring[index], ring[index + 1]];
    const [toX = 0, toY = 0] = [ring[(index + 2) % ring.length], ring[(index + 3) % ring.length]];
    sum += x * toY - toX * y;
  }
  return sum;
}
