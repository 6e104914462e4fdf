import { z } from 'zod';

/** Path parameter of an instruction; an id of another shape is simply unknown. */
export const InstructionParams = z.object({ instructionId: z.string() });
