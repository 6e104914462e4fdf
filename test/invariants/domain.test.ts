import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.join(__dirname, '..', '..');

function filesOf(folder: string): string[] {
  const names = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => path.join(folder, name));
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(path.join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

function hasFunction(node: ts.Node): boolean {
  const isFunction = ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
  return isFunction || ts.forEachChild(node, (child) => hasFunction(child) || undefined) === true;
}

/** `type Scope = (typeof SCOPES)[number]` says what it is by naming what it comes from. */
function isDerivedType(node: ts.Node): boolean {
  return ts.isTypeAliasDeclaration(node) && /\btypeof\b/.test(node.type.getText());
}

function undocumentedIn(file: string): string[] {
  return parse(file).statements.flatMap((node) => {
    const isExported = ts.canHaveModifiers(node) && ts.getModifiers(node)?.[0]?.kind === ts.SyntaxKind.ExportKeyword;
    if (!isExported || isDerivedType(node) || ts.getJSDocCommentsAndTags(node).length > 0) return [];
    return [`${file}: ${node.getText().split('\n')[0] ?? ''}`];
  });
}

/** The rules; facts and the layout of documents have tests of their own. */
const DOMAIN = filesOf('domain').filter((file) => !/^domain\/(facts|documents\/layout)\//.test(file));

describe('domain/', () => {
  it('is read', () => expect(DOMAIN.length).toBeGreaterThan(150));

  it('documents every export', () => expect(DOMAIN.flatMap(undocumentedIn)).toEqual([]));

  it('has a unit test of every file that decides something', () => {
    const deciding = DOMAIN.filter((file) => hasFunction(parse(file)));
    const untested = deciding.filter((file) => !existsSync(path.join(ROOT, 'test', file.replace(/\.ts$/, '.test.ts'))));
    expect(untested).toEqual([]);
  });
});
