import { isNode, memberOf, membersOf, nodesIn, type Node } from '../../domain/unknown-value';

/** Follows the references of a part of the document; what stands beside a reference counts more. */
export function resolved(document: object, node: Node): Node {
  const { $ref, ...own } = node;
  if (typeof $ref !== 'string') return node;
  const found = memberOf(document, ...$ref.slice('#/'.length).split('/'));
  return isNode(found) ? { ...resolved(document, found), ...own } : own;
}

export const textIn = (node: Node, name: string): string => {
  const { [name]: text } = node;
  return typeof text === 'string' ? text : '';
};

/** The name of a schema in the document; of one without, what kind of value it is. */
const nameOf = (node: Node): string =>
  textIn(node, '$ref').split('/').at(-1) || textIn(node, 'title') || textIn(node, 'type') || 'value';

const listIn = (schema: Node, name: string): unknown[] => {
  const list = schema[name];
  return Array.isArray(list) ? list : [];
};

const codes = (values: readonly unknown[]): string => values.map((value) => `\`${String(value)}\``).join(', ');

/** The smallest and the largest value or length: `1 to 140`, `at least 1`; empty without either. */
function boundsOf(schema: Node, smallest: string, largest: string): string {
  const { [smallest]: least, [largest]: most } = schema;
  if (least !== undefined && most !== undefined) return `${JSON.stringify(least)} to ${JSON.stringify(most)}`;
  if (least !== undefined) return `at least ${JSON.stringify(least)}`;
  return most === undefined ? '' : `at most ${JSON.stringify(most)}`;
}

/** What a value has to fit, beside its type. */
function limitsOf(schema: Node): string[] {
  const length = boundsOf(schema, 'minLength', 'maxLength');
  const { exclusiveMinimum: above, exclusiveMaximum: below, pattern, default: fallback } = schema;
  return [
    length === '' ? '' : `length ${length}`,
    boundsOf(schema, 'minimum', 'maximum'),
    above === undefined ? '' : `above ${JSON.stringify(above)}`,
    below === undefined ? '' : `below ${JSON.stringify(below)}`,
    typeof pattern === 'string' ? `matches \`${pattern}\`` : '',
    fallback === undefined ? '' : `by default \`${JSON.stringify(fallback)}\``,
  ].filter((text) => text !== '');
}

/** A row of a table: a member by its path, as errors name it, or the value that the rows below it belong to. */
interface Row {
  path: string;
  type: string;
  about: string;
}

/** Lists the members of schemas of one document. */
class Fields {
  readonly rows: Row[] = [];

  constructor(private readonly document: object) {}

  /** The kinds of value that a schema allows, without `null`. */
  private variantsOf(schema: Node): Node[] {
    const variants = [...listIn(schema, 'anyOf'), ...listIn(schema, 'oneOf')].filter(isNode);
    return variants.filter(({ type }) => type !== 'null');
  }

  typeOf(node: Node, above: readonly unknown[] = []): string {
    const key = node['$ref'] ?? node;
    // A schema that contains itself ends here.
    if (above.includes(key)) return nameOf(node);
    const inside = [...above, key];
    const schema = resolved(this.document, node);
    const { type, format, const: constant } = schema;
    const variants = this.variantsOf(schema);
    const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
    const values = constant === undefined ? listIn(schema, 'enum') : [constant];
    const items = isNode(schema['items']) ? this.typeOf(schema['items'], inside) : 'value';
    const words = (): string => {
      if (variants.length > 0) return [...new Set(variants.map((one) => this.typeOf(one, inside)))].join(' or ');
      if (values.length > 0) return codes(values);
      if (types[0] === 'array') return `list${bounds === '' ? '' : ` of ${bounds}`}: ${items}`;
      const isNamed = typeof format === 'string' && types[0] === 'string';
      return [isNamed ? format : types.join(' or ') || 'any value', ...limitsOf(schema)].join(', ');
    };
    const bounds = boundsOf(schema, 'minItems', 'maxItems');
    const isNullable =
      variants.length < listIn(schema, 'anyOf').length || (Array.isArray(type) && type.includes('null'));
    return `${words()}${isNullable ? ' or null' : ''}`;
  }

  private aboutOf(schema: Node): string {
    const meanings = Object.entries(membersOf(schema['x-enum-meanings'])).map(
      ([value, meaning]) => `\`${value}\`: ${String(meaning)}`,
    );
    const example = listIn(schema, 'examples')[0];
    return [
      schema['description'],
      meanings.join('; '),
      example === undefined ? '' : `For example \`${JSON.stringify(example)}\``,
    ]
      .filter((text) => typeof text === 'string' && text !== '')
      .join('. ');
  }

  add(node: Node, path: string, isRequired: boolean, above: readonly unknown[] = []): void {
    const schema = resolved(this.document, node);
    const type = this.typeOf(node);
    if (path !== '')
      this.rows.push({
        path: `\`${path}\``,
        type: isRequired ? `${type}; required` : type,
        about: this.aboutOf(schema),
      });
    this.addBelow(node, path, above);
  }

  private addBelow(node: Node, path: string, above: readonly unknown[]): void {
    const key = node['$ref'] ?? node;
    if (above.includes(key)) return;
    const inside = [...above, key];
    const schema = resolved(this.document, node);
    const variants = this.variantsOf(schema);
    const objects = variants.filter((one) => 'properties' in resolved(this.document, one));
    for (const variant of variants) {
      const { properties } = resolved(this.document, variant);
      const constants = Object.entries(membersOf(properties)).filter(
        ([, member]) => isNode(member) && 'const' in member,
      );
      const name = constants.map(([member, value]) => `${member}: ${String(memberOf(value, 'const'))}`).join(', ');
      if (objects.length > 1 && objects.includes(variant))
        this.rows.push({ path: `**\`${name || nameOf(variant)}\`**`, type: '', about: '' });
      this.addBelow(variant, path, inside);
    }
    for (const [name, member] of nodesIn(schema, 'properties'))
      this.add(member, path === '' ? name : `${path}.${name}`, listIn(schema, 'required').includes(name), inside);
    const { items, additionalProperties } = schema;
    if (isNode(additionalProperties)) this.add(additionalProperties, `${path}.*`, false, inside);
    if (isNode(items)) this.addBelow(items, `${path}[]`, inside);
  }
}

/** @returns a table in Markdown; empty without rows */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** The members of a schema of this document as a table in Markdown, each by its path. */
export function fieldTable(document: object, schema: Node): string {
  const fields = new Fields(document);
  fields.add(schema, '', false);
  return tableOf(
    ['Field', 'Type', 'Description'],
    fields.rows.map(({ path, type, about }) => [path, type, about]),
  );
}

/** What a request is made with, as an operation's page and its form show it. */
export interface Parameter {
  name: string;
  in: string;
  isRequired: boolean;
  description: string;
  type: string;
  /** Values to choose from; empty where any text may be given. */
  values: readonly string[];
  example?: string;
}

/** Reads a parameter of an operation. */
export function parameterOf(document: object, node: Node): Parameter {
  const parameter = resolved(document, node);
  const schema = isNode(parameter['schema']) ? resolved(document, parameter['schema']) : {};
  const example = parameter['example'] ?? schema['example'] ?? memberOf(schema, 'examples', '0');
  return {
    name: textIn(parameter, 'name'),
    in: textIn(parameter, 'in'),
    isRequired: parameter['required'] === true,
    description: textIn(parameter, 'description') || textIn(schema, 'description'),
    type: new Fields(document).typeOf(schema),
    values: listIn(schema, 'enum').map(String),
    ...(example === undefined ? {} : { example: typeof example === 'string' ? example : JSON.stringify(example) }),
  };
}
