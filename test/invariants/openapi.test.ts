import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ENDPOINTS } from '../../api/endpoints';
import { openApiDocument } from '../../api/openapi/document';
import { ERROR_STATUS } from '../../domain/errors';
import { EVENT_TYPES } from '../../domain/webhooks/events';

const document = openApiDocument(ENDPOINTS);
const text = JSON.stringify(document);

function resolve(reference: string): unknown {
  let value: unknown = document;
  for (const name of reference.slice(2).split('/')) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  return value;
}

const membersOf = (schema: unknown): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

describe('the OpenAPI document', () => {
  it('is the one that is committed', () => {
    const committed: unknown = JSON.parse(readFileSync(path.join(__dirname, '../../docs/openapi.json'), 'utf8'));
    expect(committed).toEqual(JSON.parse(text));
  });

  it('says 3.1 and refers to nothing that it lacks', () => {
    expect(document.openapi).toBe('3.1.0');
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '');
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([]);
  });

  it.each(ENDPOINTS.map((record) => [record.operationId, record] as const))('has %s in full', (name, record) => {
    const operation = document.paths?.[record.path]?.[record.method];
    expect(operation?.operationId).toBe(name);
    const statuses = Object.keys(operation?.responses ?? {}).map(Number);
    const declared = [...Object.keys(record.responses).map(Number), ...record.errors.map((code) => ERROR_STATUS[code])];
    const readsBody = record.method !== 'get' && record.method !== 'delete';
    expect(statuses).toEqual(expect.arrayContaining([...declared, ...(readsBody ? [413, 415] : [])]));
    const placeholders = [...record.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const parameters = (operation?.parameters ?? []).map((one) => ('$ref' in one ? resolve(one.$ref) : one));
    const inPath = parameters.flatMap((one) =>
      Reflect.get(Object(one), 'in') === 'path' ? [Reflect.get(Object(one), 'name')] : [],
    );
    expect(inPath).toEqual(placeholders);
    const secured = record.access.kind === 'public' ? [] : [record.access.kind];
    expect((operation?.security ?? []).flatMap((scheme) => Object.keys(scheme))).toEqual(secured);
  });

  it('says that amounts which a partner confirms are above 0, and its fees may be below', () => {
    const amount = (schema: string, member = 'amount'): unknown =>
      resolve(`#/components/schemas/${schema}/properties/${member}`);
    expect(amount('SettlementConfirmation', 'actualAmount')).toMatchObject({ exclusiveMinimum: 0 });
    expect(amount('SettlementConfirmationFees')).not.toHaveProperty('minimum');
    expect(amount('SettlementConfirmationFeesBreakdown')).not.toHaveProperty('minimum');
  });

  it('shows an answer, or a request, of every operation that has one in JSON', () => {
    const lacking = ENDPOINTS.filter(({ method, path: route }) => {
      const operation = document.paths?.[route]?.[method];
      const answers = Object.entries(operation?.responses ?? {}).filter(([status]) => status.startsWith('2'));
      const shown = JSON.stringify([operation?.requestBody, answers]);
      return shown.includes('application/json') && !shown.includes('"example":');
    });
    expect(lacking.map(({ operationId }) => operationId)).toEqual([]);
  });

  /** Source: docs/GAPS.md#G8 */
  it.each(
    ENDPOINTS.filter(({ query }) => membersOf(query).includes('cursor')).map(
      (record) => [record.operationId, record] as const,
    ),
  )('has the form of a list under its prefix in %s', (_name, { path: address, responses }) => {
    const form = address.startsWith('/api/v1/') ? ['nextCursor'] : ['data', 'next_cursor'];
    expect(membersOf(responses[200]?.schema)).toEqual(expect.arrayContaining(form));
  });

  it('has no operation twice', () => {
    const ids = ENDPOINTS.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has every event under webhooks', () => {
    expect(Object.keys(document.webhooks ?? {}).sort()).toEqual(EVENT_TYPES.map(({ name }) => name).sort());
  });
});
