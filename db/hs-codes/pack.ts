import type { Postings } from '../../domain/hs-codes/search/index-types';

/** Bytes of a posting: document (2), impact (2), fields (1). */
const POSTING_BYTES = 5;

/** @returns Postgres's text form of bytea: documents, impacts and fields one after the other, little-endian */
export function packPostings(postings: Postings): string {
  const size = postings.documents.length;
  const bytes = Buffer.alloc(size * POSTING_BYTES);
  postings.documents.forEach((document, at) => bytes.writeUInt16LE(document, at * 2));
  postings.impacts.forEach((impact, at) => bytes.writeUInt16LE(impact, (size + at) * 2));
  postings.fields.forEach((fields, at) => bytes.writeUInt8(fields, size * 4 + at));
  return `\\x${bytes.toString('hex')}`;
}

export function unpackPostings(bytes: Buffer): Postings {
  const size = bytes.length / POSTING_BYTES;
  const postings = {
    documents: new Uint16Array(size),
    impacts: new Uint16Array(size),
    fields: new Uint8Array(size),
  };
  for (let at = 0; at < size; at += 1) {
    postings.documents[at] = bytes.readUInt16LE(at * 2);
    postings.impacts[at] = bytes.readUInt16LE((size + at) * 2);
    postings.fields[at] = bytes.readUInt8(size * 4 + at);
  }
  return postings;
}
