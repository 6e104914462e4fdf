import { runInPortions, type Steps } from '../../lib/portions';

const PATIENCE_MS = 5_000;

/** Ends when it is another's turn, or with patience. */
function* untilTrue(isTrue: () => boolean): Steps<string> {
  const endsAt = performance.now() + PATIENCE_MS;
  while (!isTrue()) {
    if (performance.now() > endsAt) return 'nobody had a turn';
    yield;
  }
  return 'done';
}

describe('a long computation', () => {
  it('lets others go on in between', async () => {
    let hadTurn = false;
    setImmediate(() => (hadTurn = true));
    expect(await runInPortions(untilTrue(() => hadTurn))).toBe('done');
  });
});
