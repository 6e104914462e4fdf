/** What every operation of operators has. Source: docs/GAPS.md#A3 */
export const OPERATOR = {
  tag: 'Operators',
  access: { kind: 'operator' },
  limit: null,
  envelope: 'bare',
} as const;
