import { type Connection, isGrpcServiceError } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { SEARCH_ATTRIBUTES } from './contract';

/** gRPC status of "it is there already". */
const ALREADY_EXISTS = 6;

const TYPES: Record<string, temporal.api.enums.v1.IndexedValueType> = {
  KEYWORD: temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  DATETIME: temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_DATETIME,
};

/** Type of each search attribute by its name, as the operator service takes it. */
export function searchAttributeTypes(): Record<string, temporal.api.enums.v1.IndexedValueType> {
  const keyword = temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
  return Object.fromEntries(Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => [name, TYPES[type] ?? keyword]));
}

/** Makes the search attributes known to the namespace; safe to repeat. */
export async function registerSearchAttributes(connection: Connection, namespace: string): Promise<void> {
  const existing = await connection.operatorService.listSearchAttributes({ namespace });
  const known = existing.customAttributes ?? {};
  const missing = Object.entries(searchAttributeTypes()).filter(([name]) => !(name in known));
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing);
  try {
    await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  } catch (fault) {
    if (!isGrpcServiceError(fault) || Number(fault.code) !== ALREADY_EXISTS) throw fault;
  }
}
