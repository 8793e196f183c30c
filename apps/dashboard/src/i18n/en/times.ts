import { counted, type Counted } from './images.ts';

/** The texts of when photos were taken. */
export const times = {
  action: 'Set the time',
  actions: { set: 'Set the time', shift: 'Shift the time', files: 'Use what the files say' },
  before: (time: string) => `The first photo: ${time}.`,
  button: 'Time',
  choice: 'What should change?',
  choices: { set: 'Set one time', shift: 'Shift earlier or later', files: 'Use what the files say' },
  date: 'Date',
  dateWrong: 'Choose a date.',
  days: 'Days',
  direction: 'Direction',
  directions: { later: 'Later: the clock was behind', earlier: 'Earlier: the clock was ahead' },
  done: (count: number) => (count === 1 ? 'The time is set.' : `The time of ${count} photos is set.`),
  doneOf: ({ done, all, failed }: Counted) => counted(`Time of ${done} of ${all} changed`, failed),
  example: (before: string, after: string) => `The first photo: ${before} → ${after}.`,
  filesText:
    'Takes away times that were set by hand. What the camera wrote counts again, or else the file’s name or date.',
  from: {
    person: 'set by hand',
    name: 'guessed from the file’s name',
    file: 'guessed from the file’s date',
  },
  given: (count: number) =>
    count === 1 ? 'The time is what the file says.' : `${count} photos have the time that their files say.`,
  hours: 'Hours',
  minutes: 'Minutes',
  noneShifted: 'Nothing was shifted: there is no time yet.',
  shifted: (count: number) =>
    count === 1 ? 'The time is shifted.' : `The time of ${count} photos is shifted.`,
  shiftText:
    'For a camera whose clock was wrong, or in another time zone. Photos without a time stay as they are.',
  shiftWrong: 'Say by how much, in whole days, hours or minutes.',
  time: 'Time of day',
  timeHint: 'Noon if you leave it empty.',
  title: (count: number) => (count === 1 ? 'When was it taken?' : `When were these ${count} photos taken?`),
  undone: 'The former times are back.',
};
