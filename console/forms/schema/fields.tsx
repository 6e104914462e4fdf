import type { ComponentChildren, VNode } from 'preact';
import { FaultText, Field, Hidden, Select, TextArea, type Option } from '../../parts';
import { useWords, wordFor, type Words } from '../../words/use-words';
import type { Faults } from '../read-form';
import { countField, isEntered, pathOf, rowCount } from './read-shape';
import type { Member, Shape } from './shape';
import { entryAt, labelAt } from './words';

interface Entered {
  form: URLSearchParams;
  faults: Faults;
  /** Where a button sends the form to get a row more or less. */
  rowsAction: string;
}

interface Place extends Entered {
  path: string;
  label: string;
  isRequired: boolean;
}

type ValueShape = Extract<Shape, { kind: 'value' }>;

function hintOf({ control, example, isYesTaken, note }: ValueShape, { forms }: Words): string | undefined {
  if (note !== undefined) return forms.notes[note];
  if (isYesTaken) return forms.toOrderHint;
  return example !== null && control !== 'date' ? forms.suchAs({ example }) : undefined;
}

/** Options of a field; meanings of an authority's codes are in English. */
function optionsOf({ options, meanings = {} }: ValueShape, { common, forms, tariffs, language }: Words): Option[] {
  return options.map((option): Option => {
    const meaning = meanings[option];
    if (meaning !== undefined) return language === 'en' ? [option, meaning] : [option, meaning, 'en'];
    const known = { ...tariffs.consignment.units, ...common.statuses, ...forms.purposes, ...forms.choices };
    return [option, wordFor(known, option) ?? option];
  });
}

function ValueField({ shape, ...place }: Place & { shape: ValueShape }): VNode {
  const words = useWords();
  const { form, faults, path, label, isRequired } = place;
  const { control, maxLength, list } = shape;
  const hint = hintOf(shape, words);
  const common = { name: path, label, hint, fault: faults[path], required: isRequired, value: form.get(path) ?? '' };
  const length = maxLength === null ? {} : { maxlength: maxLength };
  if (control === 'paragraph') return <TextArea {...common} {...length} rows={2} />;
  if (control === 'date') return <Field {...common} type="date" />;
  if (control === 'number') return <Field {...common} inputmode="decimal" />;
  if (control === 'line') return <Field {...common} {...length} {...(list === undefined ? {} : { list })} />;
  const { choose, notSaid } = words.forms;
  return <Select {...common} options={[['', isRequired ? choose : notSaid], ...optionsOf(shape, words)]} />;
}

function hasFault(faults: Faults, path: string): boolean {
  return Object.keys(faults).some((field) => field === path || field.startsWith(`${path}.`));
}

function OwnFault({ faults, path }: Place): VNode | null {
  const fault = faults[path];
  return fault === undefined ? null : (
    <span class="fault" id={`${path}-fault`}>
      <FaultText of={fault} />
    </span>
  );
}

/** Optional fields, folded until one of them has a value or a fault. */
function Folded(parts: { summary: string; isOpen: boolean; id: string; children: ComponentChildren }): VNode {
  const { summary, isOpen, id, children } = parts;
  return (
    <details class="fold" open={isOpen} id={id}>
      <summary>
        {summary}
        <span class="optional">{` ${useWords().common.optional}`}</span>
      </summary>
      {children}
    </details>
  );
}

const MAX_NAMED = 3;

/** Lists the names of fields: `Consignee, incoterm, transport, and 12 more`. */
function namesInSentence(members: readonly Member[], path: string, words: Words): string {
  const { inSentence, more } = words.forms;
  const [first = '', ...others] = members.slice(0, MAX_NAMED).map(({ name }) => labelAt(words, pathOf(path, name)));
  const names = [first, ...others.map((name) => inSentence({ name }))];
  const rest = members.length - names.length;
  return words.format.list(rest > 0 ? [...names, more({ rest })] : names);
}

function MemberFields({ members, ...place }: Place & { members: readonly Member[] }): VNode {
  const { path } = place;
  const words = useWords();
  return (
    <>
      {members.map(({ name, isRequired, shape }) => (
        <ShapeFields
          key={name}
          {...place}
          shape={shape}
          path={pathOf(path, name)}
          label={(shape.kind === 'value' ? shape.title : undefined) ?? labelAt(words, pathOf(path, name))}
          isRequired={isRequired}
        />
      ))}
    </>
  );
}

const isValue = ({ shape }: Member): boolean => shape.kind === 'value';

/** Fields of a group: the required ones, then the optional ones in a fold; a single optional value stays outside it. */
function GroupFields({ members, ...place }: Place & { members: readonly Member[] }): VNode {
  const { form, faults, path } = place;
  const words = useWords();
  const optional = members.filter(({ isRequired }) => !isRequired);
  // A single optional field, such as the unit of a weight, is shown directly instead of in a fold.
  const isBeside = optional.length === 1 && optional.every(isValue) && members.length > 1;
  const required = members.filter(({ isRequired }) => isRequired || isBeside);
  const further = isBeside ? [] : optional;
  const isOpen = further.some(({ name, shape }) => {
    const member = pathOf(path, name);
    return isEntered(shape, form, member) || hasFault(faults, member);
  });
  return (
    <>
      <div class="row">
        <MemberFields {...place} members={required.filter(isValue)} />
      </div>
      <MemberFields {...place} members={required.filter((member) => !isValue(member))} />
      {further.length > 0 && (
        <Folded summary={namesInSentence(further, path, words)} isOpen={isOpen} id={`${path}-further`}>
          <div class="row">
            <MemberFields {...place} members={further.filter(isValue)} />
          </div>
          <MemberFields {...place} members={further.filter((member) => !isValue(member))} />
        </Folded>
      )}
    </>
  );
}

/** Rows of a list, with buttons to add and remove one within its minimum and maximum. */
function ListFields({ shape, ...place }: Place & { shape: Extract<Shape, { kind: 'list' }> }): VNode {
  const { form, path, label, rowsAction } = place;
  const count = rowCount(shape, form, path);
  const rows = Array.from({ length: count }, (_, row) => pathOf(path, String(row)));
  const words = useWords();
  const { one, add } = entryAt(words, path);
  return (
    <fieldset id={path}>
      <legend>
        {label}
        {!place.isRequired && <span class="optional">{` ${words.common.optional}`}</span>}
      </legend>
      <OwnFault {...place} />
      <Hidden name={countField(path)} value={String(count)} />
      {rows.map((rowPath, row) => (
        <div class="line" key={rowPath}>
          <ShapeFields {...place} shape={shape.item} path={rowPath} label={`${one} ${row + 1}`} isRequired />
          {count > shape.minimum && (
            <button class="quiet small" name="remove" value={rowPath} formaction={rowsAction}>
              {words.forms.removeRow({ row: `${one} ${row + 1}` })}
            </button>
          )}
        </div>
      ))}
      {count < shape.maximum && (
        <button class="quiet small" name="add" value={path} formaction={rowsAction}>
          {add}
        </button>
      )}
    </fieldset>
  );
}

/** Fields for a shape with their values and faults. The server validates them, so that all faults are shown at once. */
export function ShapeFields({ shape, ...place }: Place & { shape: Shape }): VNode {
  if (shape.kind === 'value') return <ValueField {...place} shape={shape} />;
  if (shape.kind === 'list') return <ListFields {...place} shape={shape} />;
  const { path, label, isRequired, form, faults } = place;
  if (path === '' || path === 'data') return <GroupFields {...place} members={shape.members} />;
  if (!isRequired) {
    const isOpen = isEntered(shape, form, path) || hasFault(faults, path);
    return (
      <Folded summary={label} isOpen={isOpen} id={path}>
        <OwnFault {...place} />
        <GroupFields {...place} members={shape.members} />
      </Folded>
    );
  }
  return (
    <fieldset id={path}>
      <legend>{label}</legend>
      <OwnFault {...place} />
      <GroupFields {...place} members={shape.members} />
    </fieldset>
  );
}
