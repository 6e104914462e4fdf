import type { Fragment } from '../../xml';

/** A document of one message definition, such as `pain.001.001.09`, in pieces. */
export function* documentInPieces(definition: string, content: Iterable<Fragment>): Generator<Fragment> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${definition}">`;
  yield* content;
  yield '</Document>\n';
}

/** The same as one text. */
export function messageDocument(definition: string, content: Fragment): string {
  return [...documentInPieces(definition, [content])].join('');
}
