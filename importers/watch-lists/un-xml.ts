import { SaxesParser } from 'saxes';
import { ImportRefused } from '../../domain/imports/drafts';
import type { Importer } from '../importer';
import { readText } from '../read-file';
import { WatchListDraft } from './draft';

/** Deeper than any published file nests. */
const MAX_DEPTH = 32;

/** Fields of one entry, by the names of their elements, and by those with the name of the element around. */
interface Element {
  fields: Map<string, string[]>;
  aliases: { name: string; quality: string }[];
  line: number;
}

const NAME_PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

/** Reads one document element by element; nothing outside the file is ever fetched. */
class ListReader {
  edition: string | null = null;
  private readonly path: string[] = [];
  private texts: string[] = [];
  private element: Element | null = null;
  private alias: { name: string; quality: string } | null = null;

  constructor(
    private readonly name: string,
    private readonly draft: WatchListDraft,
  ) {}

  /** @throws ImportRefused naming the line for what is no well-formed XML, for a DTD, and for another document */
  read(text: string): void {
    const parser = new SaxesParser({ position: true });
    const refuse = (reason: string): never => {
      throw new ImportRefused(`${this.name}, line ${parser.line}: ${reason}`);
    };
    parser.on('error', (fault) => refuse(`is no well-formed XML: ${fault.message}`));
    // Entities can only be declared there, and a list has no use for any.
    parser.on('doctype', () => refuse('has a DTD, which a list does not need.'));
    parser.on('opentag', ({ name, attributes }) => {
      const generated = attributes['dateGenerated'];
      if (this.path.length === 0 && name !== 'CONSOLIDATED_LIST') refuse('is no CONSOLIDATED_LIST.');
      if (this.path.length >= MAX_DEPTH) refuse(`nests deeper than ${MAX_DEPTH} elements.`);
      if (typeof generated === 'string') this.edition = generated.slice(0, 10);
      this.open(name, parser.line);
    });
    parser.on('text', (part) => this.texts.push(part));
    parser.on('cdata', (part) => this.texts.push(part));
    parser.on('closetag', ({ name }) => this.close(name));
    parser.write(text).close();
  }

  private open(name: string, line: number): void {
    this.path.push(name);
    this.texts = [];
    if (name === 'INDIVIDUAL' || name === 'ENTITY') this.element = { fields: new Map(), aliases: [], line };
    if (name.endsWith('_ALIAS')) this.alias = { name: '', quality: '' };
  }

  private close(name: string): void {
    const text = this.texts.join('').trim();
    this.texts = [];
    this.path.pop();
    if (this.element === null) return;
    if (name === 'INDIVIDUAL' || name === 'ENTITY') {
      this.addEntry(name, this.element);
      this.element = null;
    } else if (this.alias !== null) this.closeInAlias(name, text, this.alias, this.element);
    else if (text !== '') {
      for (const field of [name, `${this.path.at(-1) ?? ''}/${name}`]) {
        this.element.fields.set(field, [...(this.element.fields.get(field) ?? []), text]);
      }
    }
  }

  private closeInAlias(name: string, text: string, alias: { name: string; quality: string }, element: Element): void {
    if (name === 'ALIAS_NAME') alias.name = text;
    if (name === 'QUALITY') alias.quality = text;
    if (!name.endsWith('_ALIAS')) return;
    element.aliases.push(alias);
    this.alias = null;
  }

  /** Adds a listed person or organisation to the draft; rejects one without a number, or with a known one. */
  private addEntry(name: string, { fields, aliases, line }: Element): void {
    this.draft.rowsIn += 1;
    const first = (field: string): string => fields.get(field)?.[0] ?? '';
    const entryId = first('REFERENCE_NUMBER') || first('DATAID');
    if (entryId === '') return this.draft.reject(line, 'an entry has neither REFERENCE_NUMBER nor DATAID');
    if (this.draft.find(entryId) !== undefined) return this.draft.reject(line, `entry ${entryId} occurs twice`);
    const kind = name === 'INDIVIDUAL' ? 'person' : 'organisation';
    const entry = this.draft.entry(entryId, { kind, programme: first('UN_LIST_TYPE'), line });
    const whole = NAME_PARTS.map(first).join(' ');
    this.draft.addName(entry, { name: whole, isWeak: false }, line);
    this.draft.addName(entry, { name: first('NAME_ORIGINAL_SCRIPT'), isWeak: false }, line);
    for (const { name: alias, quality } of aliases) {
      this.draft.addName(entry, { name: alias, isWeak: /low/i.test(quality) }, line);
    }
    for (const country of [...(fields.get('COUNTRY') ?? []), ...(fields.get('NATIONALITY/VALUE') ?? [])]) {
      this.draft.addCountry(entry, country);
    }
    for (const part of ['DATE', 'YEAR', 'FROM_YEAR', 'TO_YEAR']) {
      for (const born of fields.get(`INDIVIDUAL_DATE_OF_BIRTH/${part}`) ?? []) this.draft.addBirthDate(entry, born);
    }
    for (const number of fields.get('INDIVIDUAL_DOCUMENT/NUMBER') ?? []) this.draft.addIdentifier(entry, number);
  }
}

/** The consolidated list of the United Nations Security Council. Source: its schema, https://www.un.org/sc/resources/sc-sanctions.xsd */
export const unXml: Importer = {
  kind: 'un-xml',
  summary: 'Consolidated list of the United Nations Security Council (XML)',
  version: 2,
  maxRejectShare: 0,
  async parse(file, options) {
    const draft = new WatchListDraft(file.name);
    const reader = new ListReader(file.name, draft);
    reader.read(await readText(file));
    return draft.finish(options, {
      subject: 'watch-list:un',
      title: 'United Nations Security Council Consolidated List',
      publisher: 'United Nations Security Council',
      licence: 'public information of the United Nations',
      edition: reader.edition ?? 'undated',
    });
  },
};
