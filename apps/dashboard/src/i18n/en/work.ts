/** The texts of work that takes a while. */
export const enWork = {
  work: {
    title: 'What is under way',
    clear: 'Clear the list',
    details: 'Details',
    failed: (count: number) => (count === 1 ? 'One failed' : `${count} failed`),
    hurry: 'Now',
    left: (time: string) => `${time} left`,
    leaveOut: (name: string) => `Leave out ${name}`,
    more: (count: string) => `… and ${count} more`,
    nothing: 'Nothing is under way.',
    retry: (name: string) => `Try ${name} again`,
    retryFailed: 'Try all again',
    goOn: 'Go on',
    stop: 'Stop',
    stopped: 'Stopped',
    waits: (why: string, time: string) => `${why} It goes on in ${time}.`,
    waitsFor: {
      asked: 'The server asks to wait.',
      busy: 'The server is busy.',
      offline: 'The server cannot be reached.',
    },
  },
};
