import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const TEST = path.join(__dirname, '..');
const RUNS = /\.(test|deep|record)\.tsx?$/;
const HAS_TESTS = /^(describe|it|test)(\.each)?(<[^>]*>)?\(/m;

const files = readdirSync(TEST, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));

describe('a file with tests', () => {
  it('is run by `npm test`, `npm run test:deep` or `npm run record-histories`', () => {
    expect(files.length).toBeGreaterThan(400);
    const unnamed = files.filter((name) => !RUNS.test(name));
    const unrun = unnamed.filter((name) => HAS_TESTS.test(readFileSync(path.join(TEST, name), 'utf8')));
    expect(unrun).toEqual([]);
  });

  it('is there where the sample of `npm run test:deep` names it, and is a deep one', () => {
    const sample = JSON.parse(readFileSync(path.join(TEST, 'deep-sample.json'), 'utf8')) as string[];
    const deep = files.filter((name) => /\.deep\.tsx?$/.test(name));
    expect(sample.filter((name) => !deep.includes(name))).toEqual([]);
    expect(sample).toEqual([...new Set(sample)].sort());
  });
});
