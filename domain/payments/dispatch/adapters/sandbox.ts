import { z } from 'zod';
import { defineAdapter } from './adapter';

const TRAITS = {
  name: 'sandbox',
  about: 'a simulated partner',
  examination: null,
  isSimulated: true,
  needsBankCode: false,
  destination: [],
} as const;

/** The sandbox needs no settings. Source: docs/GAPS.md#P15, docs/GAPS.md#A4 */
export const sandboxSettings = defineAdapter(TRAITS, z.object({}), (_config, environment) =>
  environment === 'test'
    ? []
    : [{ field: 'environment', code: 'test_only', message: 'The sandbox moves no money: it is test.' }],
);
