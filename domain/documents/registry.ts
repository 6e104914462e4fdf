import { z, type output } from 'zod';
import { DOCUMENT_KINDS } from './kinds';
import { plainWords } from '../schema-words';
import { isObject, memberOf } from '../unknown-value';
import { RequestMembers, type CheckFacts, type DocumentKind } from './kinds/kind';
import type { Locale } from './locales';
import type { Findings } from './rules/finding';

type Kinds = typeof DOCUMENT_KINDS;

/** Name of a type of document, as requests give it. */
export type DocumentType = keyof Kinds;

/** @returns whether the text names a type of document */
function isDocumentType(text: unknown): text is DocumentType {
  return typeof text === 'string' && Object.hasOwn(DOCUMENT_KINDS, text);
}

/** The types, in the order of the specification. Source: specification, "Document" */
export const DOCUMENT_TYPES: readonly DocumentType[] = Object.keys(DOCUMENT_KINDS).filter(isDocumentType);

/** Parsed data by type. */
type Data = { [Type in DocumentType]: output<Kinds[Type]['request']>['data'] };

/** Parsed data of one type. */
export type DataOf<Type extends DocumentType> = Data[Type];

/** A document's type and data, parsed: what the checks and the templates work on. */
export type DocumentContent<Type extends DocumentType = DocumentType> = {
  [Each in Type]: { type: Each; data: Data[Each] };
}[Type];

const KINDS: { [Type in DocumentType]: DocumentKind<Data[Type]> } = DOCUMENT_KINDS;

const [FIRST, ...OTHERS] = Object.values(DOCUMENT_KINDS).map(({ request }) => request);
if (FIRST === undefined) throw new Error('there is no type of document');

const AnyRequest = z.discriminatedUnion('type', [FIRST, ...OTHERS], {
  error: ({ input }) => (isObject(input) ? `must be one of ${DOCUMENT_TYPES.join(', ')}` : 'must be an object'),
});

/** Body of a request to generate a document, one shape per type. Source: specification, "Documents"; docs/GAPS.md#D3 */
export const DocumentRequest = AnyRequest.superRefine(
  (body: unknown, context) => {
    const data = memberOf(body, 'data');
    if (!isObject(data)) {
      context.addIssue({ code: 'custom', path: ['data'], message: 'must be an object', params: { code: 'required' } });
    }
    const others = RequestMembers.safeParse(body, { error: plainWords });
    for (const issue of others.error?.issues ?? []) context.addIssue({ ...issue });
  },
  // Without a known type no schema is chosen, so the other members are checked here.
  { when: ({ value }) => isObject(value) && !isDocumentType(memberOf(value, 'type')) },
).meta({ id: 'DocumentRequest' });
export type DocumentRequest = output<typeof DocumentRequest>;

/**
 * Cross-checks a document's data as sent; an unknown type has no checks. Fields are relative to `data`.
 * Source: docs/GAPS.md#D3
 */
export function checkContent(request: { type: unknown; data: unknown }, facts: CheckFacts): Findings {
  return isDocumentType(request.type) ? KINDS[request.type].check(request.data, facts) : { faults: [], warnings: [] };
}

/** Lets the document's kind add a missing issue date, or replace the name of an agreement by its full name. */
export function completeContent<Type extends DocumentType>(
  content: DocumentContent<Type>,
  facts: CheckFacts,
): DocumentContent<Type> {
  const data = KINDS[content.type].complete?.(content.data, facts) ?? content.data;
  return { ...content, data };
}

/** @returns whether the checks of a type need the trade agreements */
export function needsAgreements(type: unknown): boolean {
  return isDocumentType(type) && KINDS[type].needsAgreements === true;
}

/** @returns the document's own number, which names the file. Source: docs/GAPS.md#D4 */
export function numberOf<Type extends DocumentType>(content: DocumentContent<Type>): string {
  return KINDS[content.type].numberOf(content.data);
}

/** @returns the language of the labels */
export function localeOf(content: DocumentContent): Locale {
  return content.data.locale ?? 'en';
}
