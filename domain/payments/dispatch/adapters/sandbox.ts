import { z } from 'zod';
import { defineAdapter } from './adapter';

/** The sandbox needs no settings. Source: docs/GAPS.md#P15, docs/GAPS.md#A4 */
export const sandboxSettings = defineAdapter('sandbox', z.object({}), (_config, environment) =>
  environment === 'test'
    ? []
    : [{ field: 'environment', code: 'test_only', message: 'The sandbox moves no money: it is test.' }],
);
