/** The texts of work that takes a while. */
export const work = {
  title: 'In progress',
  clear: 'Clear the list',
  details: 'Details',
  failed: (count: number) => (count === 1 ? 'One failed' : `${count} failed`),
  hurry: 'Now',
  left: (time: string) => `${time} left`,
  leaveOut: (name: string) => `Skip ${name}`,
  more: (count: string) => `… and ${count} more`,
  nothing: 'Nothing is in progress.',
  retry: (name: string) => `Try ${name} again`,
  retryFailed: 'Try all again',
  goOn: 'Continue',
  stop: 'Stop',
  stopped: 'Stopped',
  waits: (why: string, time: string) => `${why} It continues in ${time}.`,
  waitsFor: {
    asked: 'The server asked to wait.',
    busy: 'The server is busy.',
    offline: 'The server cannot be reached.',
  },
};
