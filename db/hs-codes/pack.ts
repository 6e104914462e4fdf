import type { Postings, PostingTableBuilder } from '../../domain/hs-codes/search/index/posting-table';

/** Bytes of a posting: document (2), impact (2), fields (1). */
const POSTING_BYTES = 5;

/** Packs postings as Postgres' text form of bytea: documents, impacts and fields one after the other, little-endian. */
export function packPostings(postings: Postings): string {
  const size = postings.documents.length;
  const bytes = Buffer.alloc(size * POSTING_BYTES);
  postings.documents.forEach((document, at) => bytes.writeUInt16LE(document, at * 2));
  postings.impacts.forEach((impact, at) => bytes.writeUInt16LE(impact, (size + at) * 2));
  postings.fields.forEach((fields, at) => bytes.writeUInt8(fields, size * 4 + at));
  return `\\x${bytes.toString('hex')}`;
}

/** Unpacks the stored postings of a term into a table. */
export function unpackPostings(bytes: Buffer, builder: PostingTableBuilder): void {
  const size = bytes.length / POSTING_BYTES;
  for (let at = 0; at < size; at += 1) {
    const document = bytes.readUInt16LE(at * 2);
    builder.push(document, bytes.readUInt16LE((size + at) * 2), bytes.readUInt8(size * 4 + at));
  }
}
