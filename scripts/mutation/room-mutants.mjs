/** The mutants of a room's files: Stryker's for code, those of `sql-mutants.mjs` for the statements of db/. */
import { createRequire } from 'node:module';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { sqlMutants } from './sql-mutants.mjs';

const ts = createRequire(import.meta.url)('typescript');

/**
 * @typedef {{ file: string, start: number, end: number, replacement: string, what: string }} Mutant a range of the file's
 *   text, in UTF-16 units, and what stands there instead
 */

const QUIET = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };
/** Words of messages, summaries and logs. SQL is text too, and has mutants of its own. */
const EXCLUDED = ['StringLiteral', 'Regex'];

/** What only people read: lines of logs and what the Temporal UI shows. */
const TOLD = /^(?:warn|info|error|debug|explain|setCurrentDetails|show)$/;
const forPeople = {
  shouldIgnore({ node }) {
    const { callee } = node.type === 'CallExpression' ? node : {};
    return TOLD.test(callee?.property?.name ?? callee?.name ?? '') ? 'is read by people alone' : undefined;
  },
};

/** @returns {Promise<Mutant[]>} */
async function codeMutants(file, text) {
  const options = { plugins: null, excludedMutations: EXCLUDED, ignorers: [forPeople] };
  const { mutants } = await new Instrumenter(QUIET).instrument([{ name: file, content: text, mutate: true }], options);
  const lines = text.split('\n').reduce((starts, line) => [...starts, starts.at(-1) + line.length + 1], [0]);
  const offset = ({ line, column }) => lines[line] + column;
  return mutants
    .filter(({ status }) => status === undefined)
    .map(({ location, replacement, mutatorName }) => ({
      ...{ file, start: offset(location.start), end: offset(location.end), replacement, what: mutatorName },
    }));
}

/** @returns {Mutant[]} */
function statementMutants(file, text) {
  const mutants = [];
  const visit = (node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) {
      const start = node.getStart() + 1;
      for (const mutant of sqlMutants(text.slice(start, node.getEnd() - 1))) {
        mutants.push({ ...mutant, file, start: start + mutant.start, end: start + mutant.end });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return mutants;
}

/** @param {boolean} isSql whether its statements are judged, or its code
 * @returns {Promise<Mutant[]>} */
export async function mutantsOf(file, text, isSql) {
  return isSql ? statementMutants(file, text) : codeMutants(file, text);
}
