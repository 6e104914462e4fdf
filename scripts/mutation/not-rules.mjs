/**
 * Leaves out what is no rule: what `.meta({...})` of a schema says to readers of the published document, whose changes
 * `npm run check:openapi` shows, and long tables of words that were copied from a publication.
 */
import { PluginKind, declareValuePlugin } from '@stryker-mutator/api/plugin';

/** Shorter lists are choices of ours. */
const LEAST_OF_TABLE = 20;

function isOfMeta({ node, parent }) {
  const isArgument = parent?.type === 'CallExpression' && parent.callee.property?.name === 'meta';
  return isArgument && node.type === 'ObjectExpression';
}

function isTable({ node }) {
  const members = node.elements ?? node.properties?.map((property) => property.value);
  if (!/^(Array|Object)Expression$/.test(node.type) || members.length < LEAST_OF_TABLE) return false;
  return members.every((member) => member?.type === 'StringLiteral');
}

function shouldIgnore(path) {
  if (isOfMeta(path)) return 'says something to readers of docs/openapi.json';
  return isTable(path) ? 'is a table of words' : undefined;
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'not-rules', { shouldIgnore })];
