import { answers, type Scenario } from './scenario';
import { toRecord } from './to-record';

const scenario = (name: string): Scenario => ({ name, workflow: 'w', args: [], activities: { act: answers(1) } });
const SCENARIOS = ['old', 'older', 'new'].map(scenario);
const recorded = new Set(['old', 'older']);
const namesOf = (named?: string) => toRecord(SCENARIOS, recorded, named).map(({ name }) => name);

describe('recording histories', () => {
  it('leaves those that exist as they are', () => expect(namesOf()).toEqual(['new']));
  it('makes one anew that is named', () => expect(namesOf('older')).toEqual(['older', 'new']));
  it('refuses a name that no scenario has', () => expect(() => namesOf('odler')).toThrow('no scenario odler'));
});
