import { differences, type Answer, type Ask } from './answers.js';
import { absent, type Target } from './private-images.js';
import type { Question } from './questions.js';

/** Somebody who must not learn that there are the images. */
export interface Stranger {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly questions: readonly Question[];
  /** What to ask instead, for the answer of what is not there. By default the same of an image that there is not. */
  readonly nothing?: readonly Question[];
  /** Paths to ask that name no image. */
  readonly wholes: readonly string[];
}

interface Drill {
  readonly ask: Ask;
  readonly stranger: Stranger;
  readonly targets: readonly Target[];
  /** Of these many questions each image gets one, and another image another one. 1 for all. */
  readonly every: number;
  /** Questions that are asked of every image: the first ones. */
  readonly always: number;
}

const AT_ONCE = 16;

/** Asks the stranger's questions of the images. Tells where an answer differs from that for an image that is not there. */
export async function leaksOf({ ask, stranger, targets, every, always }: Drill): Promise<readonly string[]> {
  const { name, headers, questions, nothing = questions } = stranger;
  const answerTo = async (question: Question, target: Target): Promise<Answer> => {
    const asked = question.of(target);
    const named = [target.id, target.tag, target.folder, encodeURIComponent(target.folder), target.path];
    return await ask({ ...asked, headers: { ...asked.headers, ...headers }, asked: named });
  };
  const leaks: string[] = [];
  const turns = questions.map((question, turn) => async () => {
    const asked = targets.filter((_, index) => turn < always || (index + turn) % every === 0);
    const expected = await answerTo(nothing[turn] ?? question, absent);
    for (const target of asked) {
      const found = differences(await answerTo(question, target), expected);
      if (found.length > 0) leaks.push(`${name}: ${question.name} of ${target.path}: ${found.join('; ')}`);
    }
  });
  await eachOf(turns);
  return leaks;
}

/** All that the stranger gets without naming an image. */
export async function wholeAnswers(
  ask: Ask,
  { headers, wholes }: Pick<Stranger, 'headers' | 'wholes'>,
): Promise<readonly (readonly [string, Answer])[]> {
  const answers: (readonly [string, Answer])[] = [];
  for (const path of wholes) answers.push([path, await ask({ path, headers, asked: [] })]);
  return answers;
}

async function eachOf(turns: readonly (() => Promise<void>)[]): Promise<void> {
  const left = [...turns];
  const work = async (): Promise<void> => {
    for (let turn = left.pop(); turn !== undefined; turn = left.pop()) await turn();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
