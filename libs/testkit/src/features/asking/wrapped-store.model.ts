import { assert } from '../../assert.js';
import { FEATURE_SEPARATOR } from '@cairn/spaces';
import type { FeaturePorts } from '@cairn/spaces/spi';
import { several } from '../../builders.js';
import type { FeatureStorePorts } from '../feature-store-ports.js';
import { drawing } from '../feature-model.js';
import type { Draw } from '../stale-patch.model.js';
import { ChangingSpace } from './drawn-changes.js';
import { drawnQuestion } from './drawn-questions.js';
import { answerTo, asOf, type FeatureQuestion } from './feature-question.js';

/** A store that answers for another one, and that one. */
export interface WrappedStore extends FeatureStorePorts {
  /** Answers from what is stored. */
  readonly below: FeaturePorts;
  /** Where others may write besides the wrapping store, such as another process on the same database. */
  readonly other?: FeaturePorts | undefined;
}

export interface WrappedQuestions {
  readonly seed: number;
  readonly questions: number;
  /** Features of a space. */
  readonly size: number;
  /** One change in so many questions. */
  readonly changesEvery: number;
}

const SPACES = 2;

/**
 * Asks a store and the one below it the same random questions, with random changes between, and fails where one byte
 * of the answers differs.
 */
export async function assertAnswersLikeBelow(
  { below, other, features, spaces }: WrappedStore,
  { seed, questions, size, changesEvery }: WrappedQuestions,
): Promise<void> {
  const draw = drawing(seed);
  const changing = several(SPACES, () => new ChangingSpace({ spaces, features }, size));
  for (const space of changing) await space.open(draw);
  let last = 'nothing changed';
  let page: FeatureQuestion | undefined;
  for (let question = 0; question < questions; question += 1) {
    const space = changing[draw(SPACES)];
    assert.ok(space);
    if (draw(changesEvery) === 0) {
      const writer = other !== undefined && draw(3) === 0 ? other : features;
      last = `${await space.change(draw, writer)}${writer === other ? ', elsewhere' : ''}`;
    }
    const drawn = page !== undefined && draw(3) === 0 ? page : drawnQuestion(draw, space.ids);
    const asked = await perhapsAsOf(draw, below, space.id, drawn);
    const answer = await answerTo(features, space.id, asked);
    const expected = await answerTo(below, space.id, asked);
    if (answer !== expected)
      assert.equal(answer, expected, `seed ${seed}, question ${question}, ${last}: ${JSON.stringify(asked)}`);
    page = pageAfter(drawn, answer) ?? page;
  }
}

/** The question for the next page, as a client asks it that has a page: perhaps of another space or much later. */
function pageAfter(question: FeatureQuestion, answer: string): FeatureQuestion | undefined {
  if (question.kind !== 'query' || question.query.sort !== undefined) return undefined;
  const last = answer.split(FEATURE_SEPARATOR).at(-1) ?? '';
  if (!last.startsWith('{')) return undefined;
  return { ...question, query: { ...question.query, after: (JSON.parse(last) as { id: string }).id } };
}

/** Every other caller has read the head of the space first. */
async function perhapsAsOf(
  draw: Draw,
  below: FeaturePorts,
  spaceId: string,
  question: FeatureQuestion,
): Promise<FeatureQuestion> {
  if (draw(2) === 0) return question;
  const { content, version } = await below.statistics(spaceId);
  return asOf(question, { content, version });
}
