/** Whether every tool must be there: continuous integration sets it, so that no proof is left out unseen. */
const IS_COMPLETE = process.env['CORRIDOR_COMPLETE'] === '1';

/**
 * `describe` where a tool is there. Elsewhere a suite that is skipped and counted as such, or that fails by the tool's name
 * under `CORRIDOR_COMPLETE=1`.
 * @param tool as a person looks for it, such as `a browser`
 */
export function describeWith(tool: string, isHere: boolean): (name: string, tests: () => void) => void {
  if (isHere) return describe;
  if (!IS_COMPLETE) return (name, tests) => describe.skip(name, tests);
  return (name) =>
    describe(name, () => {
      it(`needs ${tool}`, () => {
        throw new Error(`${tool} is missing: under CORRIDOR_COMPLETE=1 nothing is left out`);
      });
    });
}
