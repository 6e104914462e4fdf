import { z } from 'zod';
import { pathId } from '../../domain/schema-tools';

/** Path parameter of an instruction; an id of another shape is simply unknown. */
export const InstructionParams = z.object({ instructionId: pathId('instruction') });
