import { isNode, type Node } from './nodes';
import { pascal } from './name-schemas';

/** With its place, since generators keep the names of parameters and schemas in one room: `StatusInQuery`. */
const nameOf = (parameter: Node): string => `${pascal(String(parameter['name']))}In${pascal(String(parameter['in']))}`;

function parametersOf(operation: Node): Node[] {
  return Array.isArray(operation['parameters']) ? operation['parameters'].filter(isNode) : [];
}

/** The most common shape of each parameter name; the first of equally common ones. */
function commonShapes(parameters: readonly Node[]): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const parameter of parameters) {
    const shapes = counts.get(nameOf(parameter)) ?? new Map<string, number>();
    const shape = JSON.stringify(parameter);
    counts.set(nameOf(parameter), shapes.set(shape, (shapes.get(shape) ?? 0) + 1));
  }
  const commonest = (shapes: ReadonlyMap<string, number>): string =>
    [...shapes].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
  return new Map([...counts].map(([name, shapes]) => [name, commonest(shapes)]));
}

/**
 * Moves every parameter to `components.parameters`: the most common shape under its own name, others prefixed with the
 * operation's.
 */
export function nameParameters(components: Node, operations: readonly Node[]): void {
  const common = commonShapes(operations.flatMap(parametersOf));
  const named: Node = {};
  for (const operation of operations) {
    const parameters = parametersOf(operation);
    if (parameters.length === 0) continue;
    operation['parameters'] = parameters.map((parameter) => {
      const own = nameOf(parameter);
      const isCommon = common.get(own) === JSON.stringify(parameter);
      const name = isCommon ? own : `${pascal(String(operation['operationId']))}${own}`;
      named[name] = parameter;
      return { $ref: `#/components/parameters/${name}` };
    });
  }
  components['parameters'] = named;
}
