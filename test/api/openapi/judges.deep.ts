import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createConfig, lintFromString, type NormalizedProblem } from '@redocly/openapi-core';
import ts from 'typescript';
import { ENDPOINTS } from '../../../api/endpoints';
import { openApiDocument } from '../../../api/openapi/document';

const document = JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS))) as Record<string, unknown>;

async function problemsOf(text: string): Promise<NormalizedProblem[]> {
  const config = await createConfig({ extends: ['recommended'] });
  return lintFromString({ source: text, absoluteRef: 'openapi.json', config });
}

function each(value: unknown, visit: (node: Record<string, unknown>) => void): void {
  if (Array.isArray(value)) value.forEach((item) => each(item, visit));
  else if (typeof value === 'object' && value !== null) {
    visit(value as Record<string, unknown>);
    Object.entries(value).forEach(([name, member]) => {
      if (name !== 'example' && name !== 'examples') each(member, visit);
    });
  }
}

describe('the OpenAPI document before outside judges', () => {
  it("breaks none of Redocly's recommended rules", async () => {
    const problems = await problemsOf(JSON.stringify(document));
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('is one that those rules can refuse', async () => {
    const broken = JSON.stringify(document).replace('"operationId":"getRateLimit"', '"operationId":"getShipment"');
    expect((await problemsOf(broken)).map(({ ruleId }) => ruleId)).toContain('operation-operationId-unique');
  });

  it('has no number that a generator would keep in 32 bits', () => {
    const formats = new Set<unknown>();
    each(document, (node) => {
      if (node['type'] === 'number') formats.add(node['format']);
    });
    expect([...formats]).toEqual(['double']);
  });

  it('says of every member what type it has', () => {
    const untyped: string[] = [];
    const isTyped = (schema: unknown): boolean =>
      typeof schema === 'object' && schema !== null && /"(type|\$ref|anyOf|oneOf)":/.test(JSON.stringify(schema));
    each(document, (node) => {
      const members = Object.entries(typeof node['properties'] === 'object' ? { ...node['properties'] } : {});
      untyped.push(...members.filter(([, schema]) => !isTyped(schema)).map(([name]) => name));
    });
    expect(untyped).toEqual([]);
  });

  it('has no pattern that Python or Go cannot read', () => {
    const patterns = new Set<string>();
    each(document, (node) => {
      if (typeof node['pattern'] === 'string') patterns.add(node['pattern']);
    });
    expect([...patterns].filter((pattern) => /\\[pPdu]|\(\?[^:]/.test(pattern))).toEqual([]);
  });

  it('names every schema and parameter', () => {
    const unnamed: string[] = [];
    each(document['paths'], (node) => {
      if (Array.isArray(node['parameters'])) {
        unnamed.push(...node['parameters'].filter((one: object) => !('$ref' in one)).map((one) => JSON.stringify(one)));
      }
      if (typeof node['properties'] === 'object') unnamed.push(JSON.stringify(node));
    });
    expect(unnamed).toEqual([]);
  });

  function generateTypes(): string {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'corridor-types-'));
    try {
      const [input, output] = [path.join(folder, 'openapi.json'), path.join(folder, 'client.ts')];
      writeFileSync(input, JSON.stringify(document));
      const command = path.join(__dirname, '../../../node_modules/openapi-typescript/bin/cli.js');
      execFileSync(process.execPath, [command, input, '--output', output], { stdio: 'ignore' });
      return readFileSync(output, 'utf8');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  it('gives types that compile under the strictest settings', () => {
    const source = generateTypes();
    const file = path.join(__dirname, 'generated-client.ts');
    const use = `
      type Request = components['schemas']['PaymentInstructionRequest'];
      export const amount: Request['amount'] = 1234567.89;
      type Download = paths['/api/v1/documents/{id}/download']['get']['responses']['200']['content'];
      export const pdf: keyof Download = 'application/pdf';
      // @ts-expect-error a currency is text
      export const currency: Request['currency'] = 1;`;
    const options: ts.CompilerOptions = {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      target: ts.ScriptTarget.ES2022,
      types: [],
    };
    const host = ts.createCompilerHost(options);
    const { getSourceFile } = host;
    host.getSourceFile = (name, ...rest) =>
      name === file
        ? ts.createSourceFile(name, source + use, ts.ScriptTarget.ES2022)
        : getSourceFile.call(host, name, ...rest);
    const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
    expect(diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });
});
