/**
 * Leaves out what `.meta({...})` of a schema says to readers of the published document: no rule hangs on it, and
 * `npm run check:openapi` shows every change of it.
 */
import { PluginKind, declareValuePlugin } from '@stryker-mutator/api/plugin';

function shouldIgnore({ node, parent }) {
  const isOfMeta = parent?.type === 'CallExpression' && parent.callee.property?.name === 'meta';
  return isOfMeta && node.type === 'ObjectExpression' ? 'says something to readers of docs/openapi.json' : undefined;
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'published-words', { shouldIgnore })];
