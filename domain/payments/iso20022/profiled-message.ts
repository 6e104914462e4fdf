import { CHARACTER_CONVERSIONS, type BankRule } from '../../facts/bank-profiles';
import { isQrIban, isQrReference } from './payee-reference-type';
import type { BankProfile, NamedRule } from './bank-profile';
import { group, hasElement, markupOf, textAt, type Element, type Part } from './element';
import { instructionMemberOf } from './instruction-member';
import type { RuleFault } from './rule-fault';

/** What a profile makes of a text. */
export interface TextChange {
  /** Member of the instruction. */
  member: string;
  /** As the bank gets it; null: it is left out. */
  sent: string | null;
}

const REPLACEMENTS: ReadonlyMap<string, string> = new Map(
  CHARACTER_CONVERSIONS.facts.flatMap(({ value }) =>
    Object.entries(value ?? {}).flatMap(([to, from]) => Array.from(from, (one): [string, string] => [one, to])),
  ),
);

/** Letters, digits and marks carry meaning: one that the table does not have is left for a person. */
const MEANING = /^[\p{L}\p{N}\p{M}]$/u;

function isOnly(allowed: RegExp, text: string): boolean {
  return Array.from(text).every((one) => allowed.test(one));
}

/**
 * Converts a text to the characters that a bank takes, by the published table. Characters that carry meaning are kept,
 * so that their fault is seen; others become a dot or a space.
 */
function convertCharacters(value: string, allowed: RegExp): string {
  return Array.from(value.normalize('NFC'), (one) => {
    if (allowed.test(one)) return one;
    const replaced = REPLACEMENTS.get(one) ?? one.normalize('NFD').replace(/\p{M}/gu, '');
    if (isOnly(allowed, replaced) && replaced !== '') return replaced;
    if (MEANING.test(one)) return one;
    return /\s/u.test(one) ? ' ' : '.';
  }).join('');
}

type Matched<Kind extends BankRule['kind']> = Extract<NamedRule, { kind: Kind }>;
type ByElements = Exclude<Extract<NamedRule, { elements: readonly string[] }>, { kind: 'require' }>;

/** Rules that apply to elements an order has; `require` is about an element that is missing. */
function hasElements(rule: NamedRule): rule is ByElements {
  return 'elements' in rule && rule.kind !== 'require';
}

/** A rule with what is compiled of it. */
interface Compiled {
  rule: ByElements;
  suffix: string;
  pattern: RegExp | null;
}

function patternOf(rule: ByElements): RegExp | null {
  if (rule.kind === 'characters') return new RegExp(`^${rule.allowed}$`, 'u');
  return rule.kind === 'pattern' ? new RegExp(rule.pattern, 'u') : null;
}

/** The rules of a profile by the last name in the paths that they are about. */
class RuleIndex {
  private readonly byName = new Map<string, Compiled[]>();
  readonly lengths: ReadonlyMap<string, number>;
  readonly address: Matched<'address'> | undefined;
  readonly flatten: Matched<'flatten'> | undefined;
  readonly qr: Matched<'qr'> | undefined;
  readonly required: readonly Matched<'require'>[];

  constructor({ rules }: BankProfile) {
    const cuts = rules.filter((rule) => rule.kind === 'cut');
    this.lengths = new Map(cuts.flatMap(({ lengths }) => Object.entries(lengths)));
    this.address = rules.find((rule) => rule.kind === 'address');
    this.flatten = rules.find((rule) => rule.kind === 'flatten');
    this.qr = rules.find((rule) => rule.kind === 'qr');
    this.required = rules.filter((rule) => rule.kind === 'require');
    for (const rule of rules.filter(hasElements)) {
      for (const element of rule.elements) {
        const name = element.slice(element.lastIndexOf('/') + 1);
        const compiled = { rule, suffix: `/${element}`, pattern: patternOf(rule) };
        this.byName.set(name, [...(this.byName.get(name) ?? []), compiled]);
      }
    }
  }

  of(name: string, path: string): Compiled[] {
    return this.byName.get(name)?.filter(({ suffix }) => `/${path}`.endsWith(suffix)) ?? [];
  }
}

const indexes = new WeakMap<BankProfile, RuleIndex>();

function indexOf(profile: BankProfile): RuleIndex {
  const known = indexes.get(profile) ?? new RuleIndex(profile);
  indexes.set(profile, known);
  return known;
}

function cut(value: string, length: number): string {
  return Array.from(value).slice(0, length).join('').trim();
}

/** @returns all texts in an element */
function textsIn({ content }: Element): string[] {
  return typeof content === 'string' ? [content] : content.flatMap(textsIn);
}

/**
 * Writes the elements of a message as a bank takes them, and judges what was written. What the bank has no room for is left out
 * or shortened, texts are converted to its characters, and what then breaks a rule is a fault: the message must not leave.
 * Source: docs/GAPS.md#P23
 */
export class ProfiledMessage {
  readonly faults: RuleFault[] = [];
  readonly changes: TextChange[] = [];
  private readonly index: RuleIndex;

  constructor(readonly profile: BankProfile) {
    this.index = indexOf(profile);
  }

  /** @param above path of the element around it. @returns the element as XML; empty where the bank has no room for it */
  write(part: Part, above = ''): string {
    const shaped = part === null ? null : this.shape(part, above);
    if (shaped === null) return '';
    this.judgeElement(shaped, above);
    return markupOf(shaped);
  }

  private change(path: string, sent: string | null): void {
    this.changes.push({ member: instructionMemberOf(path), sent });
  }

  /** An element as the bank takes it, without what its rules omit; null if nothing is left. */
  private shape(element: Element, above: string): Part {
    const { name, content } = element;
    const path = above === '' ? name : `${above}/${name}`;
    const rules = this.index.of(name, path);
    if (rules.some(({ rule }) => rule.kind === 'omit')) {
      this.change(path, null);
      return null;
    }
    if (typeof content === 'string') return this.shapeText(element, content, { path, rules });
    const flat = name === 'RmtInf' ? this.flattened(element) : element;
    if (flat !== element && flat !== null) return this.shapeMerged(flat, above);
    const children = content.map((child) => this.shape(child, path)).filter((child) => child !== null);
    const inside = name === 'PstlAdr' ? this.addressOf(children, path) : children;
    return inside.length === 0 ? null : { ...element, content: inside };
  }

  /** Shapes remittance that was flattened, and records its words as changed even if they needed no conversion. */
  private shapeMerged(remittance: Element, above: string): Part {
    const { length } = this.changes;
    const shaped = this.shape(remittance, above);
    if (this.changes.length === length) this.change('RmtInf/Ustrd', textAt(remittance, 'Ustrd'));
    return shaped;
  }

  private shapeText(element: Element, before: string, at: { path: string; rules: readonly Compiled[] }): Part {
    let content = before;
    for (const { rule, pattern } of at.rules) {
      if (rule.kind === 'characters' && rule.convert && pattern !== null) content = convertCharacters(content, pattern);
    }
    content = cut(content, this.index.lengths.get(element.name) ?? Infinity);
    if (content !== before) this.change(at.path, content === '' ? null : content);
    return content === '' ? null : { ...element, content };
  }

  /** The parts of an address that the bank takes; none if one that it needs is missing. */
  private addressOf(children: readonly Element[], path: string): readonly Element[] {
    const { address } = this.index;
    if (address === undefined) return children;
    if (!address.needs.every((needed) => children.some(({ name }) => name === needed))) {
      if (children.some(({ name }) => name !== 'Ctry')) this.change(path, null);
      return [];
    }
    const lines = children.filter(({ name }) => name === 'AdrLine');
    const left = new Set(lines.slice(address.lines));
    if (left.size > 0) this.change(`${path}/AdrLine`, null);
    return children.filter((child) => !left.has(child));
  }

  /** Remittance as unstructured text if its reference has no type and the bank takes none of these; else as it is. */
  private flattened(element: Element): Part {
    const { flatten } = this.index;
    if (flatten === undefined || textAt(element, 'Strd', 'CdtrRefInf', 'Ref') === null) return element;
    if (typeof element.content === 'string') return element;
    const [structured] = element.content;
    if (structured === undefined || hasType(structured)) return element;
    const words = cut(textsIn(element).join(' '), flatten.length);
    return group('RmtInf', { name: 'Ustrd', content: words });
  }

  private fault(path: string, rule: NamedRule, reason: string): void {
    const name = `${this.profile.name}/${rule.member}`;
    this.faults.push({ element: path, member: instructionMemberOf(path), rule: name, reason });
  }

  private judgeElement(element: Element, above: string): void {
    const { name, content, currency } = element;
    const path = above === '' ? name : `${above}/${name}`;
    for (const compiled of this.index.of(name, path)) this.judgeContent(compiled, path, content);
    if (currency !== undefined) {
      for (const compiled of this.index.of('@Ccy', `${path}/@Ccy`))
        this.judgeContent(compiled, `${path}/@Ccy`, currency);
    }
    for (const rule of this.index.required) this.judgeRequired(rule, element, path);
    if (name === 'CdtTrfTxInf') this.judgeQrReference(element, path);
    if (typeof content !== 'string') for (const child of content) this.judgeElement(child, path);
  }

  private judgeContent({ rule, pattern }: Compiled, path: string, content: Element['content']): void {
    if (rule.kind === 'refuse') return this.fault(path, rule, 'is not taken by the bank');
    if (typeof content !== 'string') return;
    if (rule.kind === 'values' && !rule.values.includes(content)) {
      this.fault(path, rule, `must be ${rule.values.join(' or ')}`);
    }
    if (pattern === null) return;
    if (rule.kind === 'pattern' && !pattern.test(content))
      this.fault(path, rule, 'has not the form that the bank takes');
    if (rule.kind === 'characters' && !isOnly(pattern, content)) {
      this.fault(path, rule, 'has characters that the bank does not take');
    }
  }

  private judgeRequired(rule: Matched<'require'>, element: Element, path: string): void {
    for (const wanted of rule.elements) {
      const [around, ...rest] = wanted.split('/');
      if (around !== element.name || hasElement(element, rest)) continue;
      this.fault([path, ...rest].join('/'), rule, 'is required by the bank');
    }
  }

  private judgeQrReference(transaction: Element, above: string): void {
    const { qr } = this.index;
    const iban = textAt(transaction, 'CdtrAcct', 'Id', 'IBAN');
    if (qr === undefined || iban === null) return;
    const reference = textAt(transaction, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref');
    const isQr = reference !== null && isQrReference(reference) && /^(CH|LI)/.test(iban);
    const path = `${above}/RmtInf/Strd/CdtrRefInf/Ref`;
    if (isQrIban(iban) && !isQr) this.fault(path, qr, 'must be a QR reference of 27 digits, which goes with a QR-IBAN');
    if (!isQrIban(iban) && isQr) this.fault(path, qr, 'is a QR reference, which goes with a QR-IBAN alone');
  }
}

function hasType(structured: Element): boolean {
  return ['Cd', 'Prtry'].some((kind) => textAt(structured, 'CdtrRefInf', 'Tp', 'CdOrPrtry', kind) !== null);
}
