import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { hasParameters, type Texts } from '../../../console/words/messages';
import { LANGUAGE_TAGS } from '../../../domain/auth/languages';
import { catalogueOf, textsOf } from '../../support/catalogues';

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

const ROOT = path.join(__dirname, '..', '..', '..');
const SCHEMA = path.join(ROOT, 'console', 'words', 'schema.d.ts');
/** A name, with the point behind it if a member is named. */
const NAME = /[\p{L}_$][\p{L}\d_$-]*(?=(\??\.)?)/gu;
/** Kinds of an element of a message, as the parser of ICU numbers them. */
const [ARGUMENT, NUMBER, SELECT, PLURAL, TAG] = [1, 2, 5, 6, 8];

const ENGLISH = catalogueOf('en');
const TEXTS = new Map(LANGUAGE_TAGS.map((tag) => [tag, new Map(textsOf(catalogueOf(tag)))]));

/** Types that a message takes its parameters in, by their names. */
function typesIn(elements: readonly Element[], types = new Map<string, Set<string>>()): Map<string, Set<string>> {
  for (const element of elements) {
    const type = Number(element.type);
    const options = 'options' in element ? Object.entries(element.options) : [];
    const name = 'value' in element ? String(element.value) : '';
    const add = (kind: string) => types.set(name, (types.get(name) ?? new Set()).add(kind));
    if (type === ARGUMENT) add('Text');
    if (type === NUMBER || type === PLURAL) add('number');
    if (type === TAG && name !== 'lower') add('Wrap');
    const cases = type === SELECT ? options.map(([value]) => value) : [];
    if (cases.includes('null')) add('null');
    if (cases.includes('true')) add('boolean');
    else if (cases.length > 0) add('Text');
    for (const [, { value }] of options) typesIn(value, types);
    if ('children' in element) typesIn(element.children, types);
  }
  return types;
}

const parametersOf = (text: string) => typesIn(new IntlMessageFormat(text).getAst());

/** Parameters of which a reader sees something; a select with no case but `other` names one that its message does without. */
function shownIn(text: string): string[] {
  const parameters = parametersOf(text.replace(/^\{\w+, select, other \{(.*)\}\}$/s, '$1'));
  return [...parameters].map(([name, types]) => (types.has('Wrap') ? `<${name}>` : name)).sort();
}

/** The narrowest type that all languages can do with. */
function typeOf(types: ReadonlySet<string>): string {
  const [kind = 'Text'] = ['Wrap', 'number', 'boolean', 'Text'].filter((one) => types.has(one));
  return types.has('null') ? `${kind} | null` : kind;
}

function leafOf(place: string): string {
  const types = new Map<string, Set<string>>();
  for (const texts of TEXTS.values())
    for (const [name, more] of parametersOf(texts.get(place) ?? ''))
      types.set(name, new Set([...(types.get(name) ?? []), ...more]));
  const members = [...types].map(([name, kinds]) => `${name}: ${typeOf(kinds)}`);
  const isMarkup = [...types.values()].some((kinds) => kinds.has('Wrap'));
  return isMarkup
    ? `Markup<{ ${members.map((member) => member.replace(/\bText$/, 'ComponentChildren')).join('; ')} }>`
    : `Message<{ ${members.join('; ')} }>`;
}

const nameOf = (name: string) => (/^[\p{L}_$][\p{L}\d_$]*$/u.test(name) ? name : JSON.stringify(name));

function membersOf(texts: Texts, above: readonly string[] = []): string {
  const indent = '  '.repeat(above.length + 1);
  return Object.entries(texts)
    .map(([name, text]) => {
      const place = [...above, name];
      if (typeof text === 'object') return `${indent}${nameOf(name)}: {\n${membersOf(text, place)}${indent}};\n`;
      return `${indent}${nameOf(name)}: ${hasParameters(text) ? leafOf(place.join('.')) : 'string'};\n`;
    })
    .join('');
}

const SCHEMA_TEXT = `// Made of the catalogues: UPDATE_WORDS=1 npm test -- test/console/words/catalogues.test.ts
import type { ComponentChildren } from 'preact';
import type { Markup, Message, Text, Wrap } from './messages';

/** Words of the console by concept. */
export interface Catalogue {
${membersOf(ENGLISH)}}
`;

/** Names in the sources, and those behind which no member is named: all of theirs are chosen or passed. Fields are named by domain/, acts by db/. */
function namesInSources(): { all: Set<string>; whole: Set<string> } {
  const found = ['console', 'db', 'domain'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
      .flatMap((file) => [...readFileSync(path.join(ROOT, folder, file), 'utf8').matchAll(NAME)]),
  );
  return {
    all: new Set(found.map(([name]) => name)),
    whole: new Set(found.flatMap(([name, dot]) => (dot === undefined ? [name] : []))),
  };
}

describe('the catalogues', () => {
  it('are what the types of the words are made of', () => {
    if (process.env['UPDATE_WORDS'] === '1') writeFileSync(SCHEMA, SCHEMA_TEXT);
    expect(readFileSync(SCHEMA, 'utf8')).toBe(SCHEMA_TEXT);
  });

  it.each(LANGUAGE_TAGS)('of %s has the members of the English one, none empty, with their parameters', (tag) => {
    const ours = TEXTS.get(tag) ?? new Map<string, string>();
    expect([...ours.keys()].sort()).toEqual([...textsOf(ENGLISH)].map(([place]) => place).sort());
    for (const [place, english] of textsOf(ENGLISH)) {
      const text = ours.get(place) ?? '';
      expect([place, text.trim() === '']).toEqual([place, false]);
      expect([place, shownIn(text)]).toEqual([place, shownIn(english)]);
    }
  });

  it('have no member that no page shows', () => {
    const { all, whole } = namesInSources();
    // Names with a hyphen are texts in the sources.
    const unused = textsOf(ENGLISH).filter(([place]) => {
      const names = place.split('.').slice(1);
      return !all.has(names.at(-1) ?? '') && !names.slice(0, -1).some((name) => whole.has(name));
    });
    expect(unused.map(([place]) => place)).toEqual([]);
  });
});
