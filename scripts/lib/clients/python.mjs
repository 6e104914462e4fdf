import { byGroup, capital, queryName } from './model.mjs';

const HEAD = `"""The operations of the API in groups. Written by scripts/openapi.mjs; do not edit."""
# ruff: noqa
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Unpack

from . import types
from .transport import Pages, StreamedEvent, Transport, part


class _Group:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
`;

/** @returns {string} `instructionId` as Python writes it */
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const union = (names) => names.join(' | ');

function parametersOf(one) {
  const { method, pathParameters, body, query, operationId } = one;
  const parameters = ['self', ...pathParameters.map((name) => `${snake(name)}: str`)];
  const named = [];
  if (body !== null) {
    const types = [...body.types.map((name) => `types.${name}`), ...(body.files.length > 0 ? ['str', 'bytes'] : [])];
    parameters.push(body.isRequired ? `body: ${union(types)}` : `body: ${union(types)} | None = None`);
    if (body.files.length > 0) named.push(`content_type: str = "${body.files[0]}"`);
  }
  if (method !== 'GET') named.push('idempotency_key: str | None = None', 'strict: bool = False');
  const taken = [...pathParameters.map(snake), 'body', 'content_type', 'idempotency_key', 'strict'];
  const clash = query.find(({ name }) => taken.includes(name));
  if (clash !== undefined) throw new Error(`${operationId} has two parameters ${clash.name} in Python`);
  if (query.length > 0) named.push(`**query: Unpack[types.${queryName(one)}]`);
  const isMarked = named.length > 0 && !named[0].startsWith('**');
  return [...parameters, ...(isMarked ? ['*'] : []), ...named].join(', ');
}

const pathOf = ({ path }) =>
  path.includes('{') ? `f"${path.replace(/\{(\w+)\}/g, (_, name) => `{part(${snake(name)})}`)}"` : `"${path}"`;

function requestOf({ method, body, query, isRepeatable }) {
  return [
    ...(query.length > 0 ? ['query=query'] : []),
    ...(body === null ? [] : ['body=body']),
    ...(body?.files.length > 0 ? ['content_type=content_type'] : []),
    ...(method === 'GET' ? [] : ['idempotency_key=idempotency_key', 'strict=strict']),
    ...(method === 'POST' ? [`is_repeatable=${isRepeatable ? 'True' : 'False'}`] : []),
  ]
    .map((argument) => `, ${argument}`)
    .join('');
}

/** @returns {[string, string]} type of what a method gives, and the expression that gives it */
function answerOf(one) {
  const { answer, method } = one;
  const query = one.query.length > 0 ? 'query' : '{}';
  if (answer.kind === 'pages') {
    const types = `types.${answer.item}, types.${answer.page}`;
    const wrapped = answer.isWrapped ? 'True' : 'False';
    return [`Pages[${types}]`, `self._transport.pages(${pathOf(one)}, ${query}, is_wrapped=${wrapped})`];
  }
  if (answer.kind === 'stream') return ['Iterator[StreamedEvent]', `self._transport.stream(${pathOf(one)}, ${query})`];
  const type = { nothing: 'None', bytes: 'bytes' }[answer.kind] ?? union(answer.types.map((name) => `types.${name}`));
  const call = answer.kind === 'data' ? 'data' : 'request';
  return [type, `self._transport.${call}("${method}", ${pathOf(one)}${requestOf(one)})`];
}

function methodText(one) {
  const [type, expression] = answerOf(one);
  const name = snake(one.name);
  return [
    `    def ${name}(${parametersOf(one)}) -> ${type}:`,
    `        """${one.summary}."""`,
    `        ${one.answer.kind === 'nothing' ? '' : 'return '}${expression}`,
  ].join('\n');
}

/** @returns {string} operations.py of the client in client/python */
export function pythonOperations(methods) {
  const groups = byGroup(methods);
  const fields = groups.map(([group]) => group).filter((group) => group !== 'root' && group !== 'partner');
  const made = [
    '    def __init__(self, transport: Transport) -> None:',
    '        super().__init__(transport)',
    ...fields.map((group) => `        self.${snake(group)} = ${capital(group)}(transport)`),
  ].join('\n');
  const classes = groups.map(([group, members]) => {
    const name = group === 'partner' ? 'PartnerOperations' : capital(group);
    const texts = [...(group === 'root' ? [made] : []), ...members.map(methodText)];
    return `\nclass ${name}(_Group):\n${texts.join('\n\n')}\n`;
  });
  return [HEAD, ...classes].join('\n');
}
