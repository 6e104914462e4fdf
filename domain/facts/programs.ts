import { z } from 'zod';
import { readFacts, type Facts } from './read-facts';
import US_PROGRAMS_FILE from './us-programs.json';

const Day = z.iso.date();
const Country = z.string().regex(/^[A-Z]{2}$/);

const Granted = z.strictObject({
  /** In the special column of the schedule, such as `S+`. */
  symbols: z.array(z.string()).min(1),
  /** Members or beneficiaries, the United States among them; none where they are not loaded. */
  members: z.array(Country),
  /** First days of those who joined later than the program began. */
  joined: z.record(Country, Day).default({}),
  /** What an importer has to do or show for it. */
  conditions: z.string().min(1),
  /** The rule in the words of an answer. */
  law: z.string().min(1),
});
export type GrantedProgram = z.output<typeof Granted>;

/** Programs of preference of the United States by name: what they grant to whom, or that they have ended. */
export const US_PROGRAMS: Facts<GrantedProgram | { ended: true }> = readFacts(
  US_PROGRAMS_FILE,
  z.union([Granted, z.strictObject({ ended: z.literal(true) })]),
);
