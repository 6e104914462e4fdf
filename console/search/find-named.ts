import { listBeneficiaries } from '../../db/beneficiaries/beneficiary-rows';
import { findDocumentsByNumber } from '../../db/documents/documents';
import { listSubscriptions } from '../../db/webhooks/subscriptions';
import type { DocumentType } from '../../domain/documents/registry';
import type { SideVisit } from '../sides';

/** A thing that people know by a name or a number. */
export interface Named {
  id: string;
  name: string;
  kind: DocumentType | 'beneficiary' | 'endpoint';
}

/** The newest saved payees, whose names are sealed; endpoints of a side are fewer. */
const LOOKED_THROUGH = 200;
const MAX_FOUND = 25;

/** @returns documents by the beginning of their number, payees and endpoints by a part of what they are called */
export async function findNamed({ parts, tenant }: SideVisit, text: string): Promise<Named[]> {
  const { database, vault } = parts;
  const wanted = text.toLowerCase();
  const isNamed = (...names: (string | undefined)[]): boolean =>
    names.some((name) => name !== undefined && name.toLowerCase().includes(wanted));
  const page = { limit: LOOKED_THROUGH, after: undefined };
  const [documents, beneficiaries, endpoints] = await Promise.all([
    findDocumentsByNumber(database, tenant, text),
    listBeneficiaries(database, vault, tenant, page),
    listSubscriptions(database, tenant, page),
  ]);
  return [
    ...documents.map(({ id, type: kind, number: name }) => ({ id, name, kind })),
    ...beneficiaries
      .filter(({ details: { label, name } }) => isNamed(label, name))
      .map(({ id, details: { label, name } }) => ({ id, name: label ?? name, kind: 'beneficiary' as const })),
    ...endpoints
      .filter(({ url, description }) => isNamed(url, description))
      .map(({ id, url: name }) => ({ id, name, kind: 'endpoint' as const })),
  ].slice(0, MAX_FOUND);
}
