import type { Planning, Queryable } from '../../db/database';
import type { TestDatabase } from './database';

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

function mostRows(node: PlanNode): number {
  const here = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return Math.max(here, ...(node.Plans ?? []).map(mostRows));
}

function literal(value: unknown): string {
  return Array.isArray(value) ? `array[${value.map(literal).join(', ')}]::text[]` : `'${String(value)}'`;
}

/**
 * Rows that the last statement of a reading reads, under the plan for all values, which is the one that lasts, or that for
 * its own values where it is planned for these: the most of any of its steps.
 * @param read asks the database that it is given
 */
export async function rowsReadBy(
  database: TestDatabase,
  read: (recorder: Queryable) => Promise<unknown>,
): Promise<number> {
  let asked: { text: string; values: unknown[]; planning?: Planning } = { text: '', values: [] };
  await read({
    query(text: string, values: unknown[] = [], planning: Planning = 'once') {
      asked = { text, values, planning };
      return database.query(text, values);
    },
  });
  const [row] = await database.transaction(async (client) => {
    const mode = asked.planning === 'for_values' ? 'force_custom_plan' : 'force_generic_plan';
    await client.query(`set local plan_cache_mode = ${mode}`);
    await client.query(`prepare last_reading as ${asked.text}`);
    const values = asked.values.length === 0 ? '' : `(${asked.values.map(literal).join(', ')})`;
    const plans = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (analyze, format json) execute last_reading${values}`,
    );
    await client.query('deallocate last_reading');
    return plans;
  });
  const [plan] = row?.['QUERY PLAN'] ?? [];
  if (plan === undefined) throw new Error('there is no plan');
  return mostRows(plan.Plan);
}
