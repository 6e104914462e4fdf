import { NOT_FILLED_IN, type Faults } from '../read-form';

/** Faults of a value that has another form than its schema. */
const OF_FORM: ReadonlySet<string> = new Set(['invalid_type', 'invalid_union', 'invalid_value', 'invalid_format']);

/** Whether a field was left empty, or all fields of a group. */
function isLeftEmpty(form: URLSearchParams, path: string): boolean {
  const fields = [...form].filter(([name]) => name === path || name.startsWith(`${path}.`));
  return fields.length > 0 && fields.every(([, text]) => text.trim() === '');
}

/** Replaces faults about the form of a value by "not filled in" for fields that were left empty. */
export function faultsWithEmptyFields(faults: Faults, form: URLSearchParams): Faults {
  const said = Object.entries(faults).map(([path, fault]) => {
    const isOfForm = typeof fault !== 'string' && OF_FORM.has(fault.code);
    return [path, isOfForm && isLeftEmpty(form, path) ? NOT_FILLED_IN : fault] as const;
  });
  return Object.fromEntries(said);
}
