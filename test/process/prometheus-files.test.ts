import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createMetrics } from '../../process/metrics';
import { createTestDatabase, type TestDatabase } from '../support/database';

const read = (...parts: string[]): string => readFileSync(path.join(__dirname, '../..', ...parts), 'utf8');
const ALERTS = read('deploy', 'docker', 'prometheus', 'alerts.yml');
const DASHBOARD = read('deploy', 'docker', 'prometheus', 'dashboard.json');

let database: TestDatabase;
let served: Set<string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const text = await createMetrics(database).text();
  served = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? ''));
});

/** Names of numbers in expressions, without the endings that a histogram gives its series. */
function numbersIn(text: string): string[] {
  const names = [...text.matchAll(/\b(?:corridor|nodejs)_\w+/g)].map(([name]) => name);
  return [...new Set(names.map((name) => name.replace(/(_seconds)_(bucket|count|sum)$/, '$1')))];
}

describe.each([
  ['the rules of alerts', ALERTS],
  ['the dashboard', DASHBOARD],
])('%s', (_, text) => {
  it('asks for numbers that /metrics serves', () => {
    const asked = numbersIn(text);
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.filter((name) => !served.has(name))).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('shows every number of the service, each panel in a place of its own', () => {
    const shown = numbersIn(DASHBOARD);
    expect([...served].filter((name) => name.startsWith('corridor_') && !shown.includes(name))).toEqual([
      'corridor_reconciliation_cases_oldest_seconds',
      'corridor_operator_flags_oldest_seconds',
    ]);
    const { panels } = JSON.parse(DASHBOARD) as { panels: { id: number; gridPos: { x: number; y: number } }[] };
    const places = panels.map(({ gridPos: { x, y } }) => `${x},${y}`);
    expect(new Set(places).size).toBe(panels.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});

describe('the runbook', () => {
  it('has a section for each alert', () => {
    const alerts = [...ALERTS.matchAll(/alert: (\w+)/g)].map(([, name]) => name ?? '');
    expect(alerts.length).toBeGreaterThan(5);
    const runbook = read('docs', 'OPERATIONS.md');
    expect(alerts.filter((name) => !runbook.includes(`\n### ${name}\n`))).toEqual([]);
  });
});
