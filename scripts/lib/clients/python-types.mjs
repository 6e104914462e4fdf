/**
 * Types of the Python client: a TypedDict of every object in an OpenAPI document, with what its members are said to mean.
 */
import { clientMethods, queryName } from './model.mjs';

const HEAD = `"""Types of every schema of the API. Written by scripts/openapi.mjs; do not edit."""
# ruff: noqa
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict
`;

/** Words that no member of a Python class may be named. @see https://docs.python.org/3/reference/lexical_analysis.html#keywords */
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

const SCALARS = { string: 'str', number: 'float', integer: 'int', boolean: 'bool', null: 'None' };

const lastPart = (reference) => reference.slice(reference.lastIndexOf('/') + 1);

/** @returns {string} a literal of Python */
function literal(value) {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

/** @returns {string} a type of Literal; `float` where Python has none, since only whole numbers and text may be literals */
function choice(values) {
  const isLiteral = values.every((value) => typeof value !== 'number' || Number.isInteger(value));
  return isLiteral ? `Literal[${values.map(literal).join(', ')}]` : 'float';
}

const either = (types) => [...new Set(types)].join(' | ');

/** @returns {string} the type of Python that takes what a schema takes */
function typeOf(schema) {
  if (schema.$ref !== undefined) return lastPart(schema.$ref);
  const members = schema.oneOf ?? schema.anyOf;
  if (members !== undefined) return either(members.map(typeOf));
  if (schema.enum !== undefined) return choice(schema.enum);
  if (schema.const !== undefined) return schema.type === 'number' ? 'float' : choice([schema.const]);
  if (Array.isArray(schema.type)) return either(schema.type.map((type) => typeOf({ ...schema, type })));
  if (schema.type === 'array') return `list[${typeOf(schema.items ?? {})}]`;
  if (schema.type !== 'object') return SCALARS[schema.type] ?? 'Any';
  const { additionalProperties } = schema;
  return `dict[str, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'Any'}]`;
}

/** @returns {string[]} lines of a text under a member, as editors show it */
function told(text) {
  if (text === undefined) return [];
  return [`    """${text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, "'")}"""`];
}

/** @returns {string} a TypedDict; in its other form where a member has the name of a keyword */
function dictionary(name, { properties, required = [] }) {
  const members = Object.entries(properties).map(([member, schema]) => {
    const type = typeOf(schema);
    return { member, type: required.includes(member) ? type : `NotRequired[${type}]`, about: schema.description };
  });
  if (members.some(({ member }) => KEYWORDS.has(member))) {
    const lines = members.map(({ member, type }) => `        ${literal(member)}: '${type}',`);
    return [`${name} = TypedDict(`, `    ${literal(name)},`, '    {', ...lines, '    },', ')'].join('\n');
  }
  const lines = members.flatMap(({ member, type, about }) => [`    ${member}: ${type}`, ...told(about)]);
  return [`class ${name}(TypedDict):`, ...(lines.length === 0 ? ['    pass'] : lines)].join('\n');
}

function definition(name, schema) {
  if (schema.properties !== undefined) return dictionary(name, schema);
  return `${name}: TypeAlias = '${typeOf(schema)}'`;
}

/** @returns {[string, object][]} the query of each method; a name that is a keyword ends in `_`, and is sent without it */
function queries(methods) {
  return methods
    .filter(({ query }) => query.length > 0)
    .map((one) => {
      const named = one.query.map(({ name, ...rest }) => ({ name: KEYWORDS.has(name) ? `${name}_` : name, ...rest }));
      const properties = Object.fromEntries(
        named.map(({ name, description, schema }) => [name, { ...schema, description }]),
      );
      return [queryName(one), { properties, required: named.filter((each) => each.required).map(({ name }) => name) }];
    });
}

/** @returns {string} types.py of the client in client/python */
export function pythonTypes(document) {
  const schemas = Object.entries(document.components.schemas);
  const bodies = Object.values(document.webhooks).map(
    ({ post }) => post.requestBody.content['application/json'].schema,
  );
  const definitions = [
    ...schemas.map(([name, schema]) => definition(name, schema)),
    ...queries(clientMethods(document)).map(([name, schema]) => dictionary(name, schema)),
    definition('WebhookEvent', { oneOf: bodies }),
  ];
  return `${[HEAD, ...definitions].join('\n\n')}\n`;
}
