import type { Fragment } from '../../xml';

/** A document of one message definition, such as `pain.001.001.09`. */
export function messageDocument(definition: string, content: Fragment): string {
  const namespace = `urn:iso:std:iso:20022:tech:xsd:${definition}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${content}</Document>\n`;
}
