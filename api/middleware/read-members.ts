import type { ZodType } from 'zod';
import { isNode, memberOf, type Node } from '../../domain/unknown-value';
import { MAX_FAULTS } from '../json-body';
import { possibleForms, memberSlot, shapeOf, type Form, type Slot } from './request-shape';
import type { UnknownMember } from './unknown-members';

type Path = readonly (string | number)[];

/** A value of a request in the forms that its schema describes. */
export interface ReadMembers {
  value: unknown;
  /** Members that had another form, or an empty text for absence. */
  normalised: Path[];
  /** Members that were absent and whose value another one tells. */
  assumed: Path[];
  /** Members that no form of the schema has. */
  unknown: UnknownMember[];
}

/** How a request is read. */
export interface Reading {
  /** Whether other forms are left as they are, to be refused. */
  isStrict: boolean;
  /** Whether an empty text is a value, as in a change, which says what it changes. */
  keepsEmpty: boolean;
}

class MemberReader {
  readonly normalised: Path[] = [];
  readonly assumed: Path[] = [];
  readonly unknown: UnknownMember[] = [];
  private readonly path: (string | number)[] = [];
  private readonly around: Node[] = [];

  constructor(private readonly reading: Reading) {}

  read(value: unknown, slot: Slot): unknown {
    if (Array.isArray(value)) return this.readList(value, slot);
    if (isNode(value)) return this.readObject(value, slot.forms);
    return value === null && !slot.takesNull ? undefined : this.readPlain(value, slot);
  }

  /** The value of a string, number or boolean in its canonical form; undefined for an empty optional one. */
  private readPlain(value: unknown, { other, isOptional }: Slot): unknown {
    const isEmpty = value === '' && isOptional && !this.reading.keepsEmpty;
    const read = isEmpty ? undefined : other === null ? value : other.read(value);
    if (Object.is(read, value) && other?.isOther?.(value) !== true) return value;
    addUpToLimit(this.normalised, [...this.path]);
    return this.reading.isStrict ? value : read;
  }

  private readAt(place: string | number, value: unknown, slot: Slot): unknown {
    this.path.push(place);
    const read = this.read(value, slot);
    this.path.pop();
    return read;
  }

  private readList(value: readonly unknown[], { forms }: Slot): unknown {
    const items = forms.find((form) => form.items !== null)?.items ?? null;
    if (items === null) return value;
    // An item is not a member: null stays a value, which its schema judges.
    const read = value.map((item, index) => (item === null ? null : this.readAt(index, item, items)));
    return read.some((item, index) => item !== value[index]) ? read : value;
  }

  private readObject(value: Node, forms: readonly Form[]): unknown {
    const meant = possibleForms(forms, value);
    if (meant.length === 0) return value;
    const changes: [string, unknown][] = [];
    this.around.push(value);
    for (const [name, member] of Object.entries(value)) {
      const slot = memberSlot(meant, name);
      if (slot === undefined) this.noteUnknown(name, meant);
      else {
        const read = this.readAt(name, member, slot);
        if (read !== member) changes.push([name, read]);
      }
    }
    if (!this.reading.isStrict) changes.push(...this.assumeMissing(value, meant));
    this.around.pop();
    if (changes.length === 0) return value;
    const changed = { ...value };
    for (const [name, read] of changes) {
      if (read === undefined) Reflect.deleteProperty(changed, name);
      else changed[name] = read;
    }
    return changed;
  }

  private noteUnknown(name: string, meant: readonly Form[]): void {
    const known = [...new Set(meant.flatMap(({ members }) => [...members.keys()]))];
    addUpToLimit(this.unknown, { path: [...this.path, name], known });
  }

  /** Names and values of required members that are absent and are assumed from another member of the body. */
  private assumeMissing(value: Node, meant: readonly Form[]): [string, unknown][] {
    return meant.flatMap(({ members }) =>
      [...members].flatMap(([name, { assumedFrom, other, isOptional }]): [string, unknown][] => {
        if (assumedFrom === null || isOptional || (value[name] ?? '') !== '') return [];
        const isAbove = assumedFrom[0] === '^';
        const told = memberOf(this.around.at(isAbove ? -2 : -1), ...(isAbove ? assumedFrom.slice(1) : assumedFrom));
        if (typeof told !== 'string' || told === '') return [];
        addUpToLimit(this.assumed, [...this.path, name]);
        return [[name, other === null ? told : other.read(told)]];
      }),
    );
  }
}

function addUpToLimit<Noted>(list: Noted[], one: Noted): void {
  if (list.length < MAX_FAULTS) list.push(one);
}

/**
 * The one place where what a client wrote becomes what a schema describes: before the schema, and so before any rule of
 * several members, null is absence, and a member that declares another form has its form proper.
 * Source: docs/GAPS.md#G10, docs/GAPS.md#G4
 */
export function readMembers(schema: ZodType, sent: unknown, reading: Reading): ReadMembers {
  const reader = new MemberReader(reading);
  const value = reader.read(sent, shapeOf(schema));
  const { normalised, assumed, unknown } = reader;
  return { value, normalised, assumed, unknown };
}

/** The path of the innermost optional or unknown member that contains a field; null where each is required. */
export function findOptionalPart(schema: ZodType, sent: unknown, path: readonly string[]): string[] | null {
  let { forms } = shapeOf(schema);
  let at = sent;
  let found: string[] | null = null;
  for (const [depth, name] of path.entries()) {
    const items = forms.find((form) => form.items !== null)?.items;
    const slot = Array.isArray(at) ? items : memberSlot(isNode(at) ? possibleForms(forms, at) : forms, name);
    if (slot === undefined || slot === null || slot.isOptional) found = path.slice(0, depth + 1);
    if (slot === undefined || slot === null) return found;
    at = memberOf(at, name);
    forms = slot.forms;
  }
  return found;
}
