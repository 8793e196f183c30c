import { expect, it } from '@jest/globals';
import { firstStep, redone, stepped, undone } from './steps.ts';

it('goes back and forth, and forgets what was taken back once something else is done', () => {
  const three = stepped(stepped(firstStep(1), 2), 3);
  expect(undone(three).now).toBe(2);
  expect(undone(undone(undone(three))).now).toBe(1);
  expect(redone(undone(three)).now).toBe(3);
  expect(redone(three).now).toBe(3);
  expect(redone(stepped(undone(three), 4)).now).toBe(4);
});

it('takes letters of one text back at once', () => {
  const typed = stepped(stepped(stepped(firstStep(''), 'a', 'title'), 'ab', 'title'), 'abc', 'title');
  expect(undone(typed).now).toBe('');
  expect(undone(stepped(typed, 'x', 'other')).now).toBe('abc');
  expect(undone(stepped(undone(typed), 'z', 'title')).now).toBe('');
});
