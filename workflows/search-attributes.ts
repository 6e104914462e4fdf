import { type Connection, isGrpcServiceError } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { SEARCH_ATTRIBUTES } from './contract';

/** gRPC statuses of "it is there already", and of a query for a name that the namespace does not know. */
const ALREADY_EXISTS = 6;
const INVALID_ARGUMENT = 3;
/** gRPC statuses of a server whose namespaces are managed elsewhere, such as Temporal Cloud. */
const NOT_OURS_TO_MAKE = [7, 12];

const TYPES: Record<string, temporal.api.enums.v1.IndexedValueType> = {
  KEYWORD: temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  DATETIME: temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_DATETIME,
};

/** Type of each search attribute by its name, as the operator service takes it. */
export function searchAttributeTypes(): Record<string, temporal.api.enums.v1.IndexedValueType> {
  const keyword = temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
  return Object.fromEntries(Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => [name, TYPES[type] ?? keyword]));
}

function statusOf(fault: unknown): number | null {
  return isGrpcServiceError(fault) ? Number(fault.code) : null;
}

/** A type as Temporal's own tools write it, such as `Keyword`. */
function wordOf(type: temporal.api.enums.v1.IndexedValueType | undefined): string {
  const [first = '', ...rest] = (temporal.api.enums.v1.IndexedValueType[type ?? 0] ?? '')
    .replace('INDEXED_VALUE_TYPE_', '')
    .toLowerCase();
  return first.toUpperCase() + rest.join('');
}

/**
 * The command that creates search attributes: of `tcld` for a namespace of Temporal Cloud, else of `temporal`.
 * @param names those to create
 * Source: docs/MANAGED.md, "Temporal Cloud"
 */
export function searchAttributesCommand(
  { address, namespace }: { address: string; namespace: string },
  names: readonly string[],
): string {
  const types = searchAttributeTypes();
  if (/\.(tmprl\.cloud|temporal\.io)(:\d+)?$/.test(address)) {
    const each = names.map((name) => `--sa ${name}=${wordOf(types[name])}`);
    return ['tcld namespace search-attributes add', `--namespace ${namespace}`, ...each].join(' ');
  }
  // One call of it makes one: of several names it takes the first.
  return names
    .map((name) => `--namespace ${namespace} --name ${name} --type ${wordOf(types[name])}`)
    .map((options) => `temporal operator search-attribute create ${options}`)
    .join(' && ');
}

/**
 * Names of our search attributes that a namespace lacks. It tries queries, which every server answers, because
 * Temporal Cloud closes the operator service.
 */
export async function missingSearchAttributes(connection: Connection, namespace: string): Promise<string[]> {
  const isMissing = async (name: string): Promise<boolean> => {
    try {
      await connection.workflowService.countWorkflowExecutions({ namespace, query: `${name} is null` });
      return false;
    } catch (fault) {
      if (statusOf(fault) === INVALID_ARGUMENT) return true;
      throw fault;
    }
  };
  const names = Object.keys(searchAttributeTypes());
  const missing = await Promise.all(names.map(isMissing));
  return names.filter((_, index) => missing[index]);
}

/**
 * Creates missing search attributes in a namespace; safe to repeat.
 * @throws Error with what to do where the server does not allow that
 */
export async function registerSearchAttributes(connection: Connection, namespace: string): Promise<void> {
  try {
    await createMissing(connection, namespace);
  } catch (cause) {
    if (!NOT_OURS_TO_MAKE.includes(statusOf(cause) ?? -1)) throw cause;
    const words =
      'This Temporal does not let search attributes be made. Make those that corridor doctor names, and run ' +
      'corridor migrate --skip-search-attributes.';
    throw new Error(words, { cause });
  }
}

async function createMissing(connection: Connection, namespace: string): Promise<void> {
  const existing = await connection.operatorService.listSearchAttributes({ namespace });
  const known = existing.customAttributes ?? {};
  const missing = Object.entries(searchAttributeTypes()).filter(([name]) => !(name in known));
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing);
  try {
    await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  } catch (fault) {
    if (statusOf(fault) !== ALREADY_EXISTS) throw fault;
  }
}
