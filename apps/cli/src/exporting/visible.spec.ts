import { expect, it } from '@jest/globals';
import { visible } from './export-image.js';

it.each([
  ["Tom & Anna's wedding, 2024/a.jpg", "Tom & Anna's wedding, 2024/a.jpg"],
  ['What? <b>: "a|b" */a.jpg', 'What_ _b__ _a_b_ _/a.jpg'],
  ['.hidden/a.png/a.jpg', '_.hidden/a.png_/a.jpg'],
  ['🏝️ #1 100 %/a.jpg', '🏝️ #1 100 %/a.jpg'],
])('a folder such as %j can be written on every system', (path, name) => {
  expect(visible(path)).toBe(name);
});
