import type { Installation } from './installation';

/** What a process may see and reach, as docker-compose.yml says and docs/OPERATIONS.md promises. */
interface Boundary {
  secrets: readonly string[];
  /** Names of services that its networks have. */
  reaches: readonly string[];
  isOutbound: boolean;
}

const SHARED = ['data_key', 'documents_data_key', 'temporal_api_key'];
const databaseOf = (role: string): string[] => [`database_direct_url_${role}`, `database_url_${role}`];
const SERVICES = ['api', 'postgres', 'proxy', 'receiver', 'temporal', 'temporal-ui', 'worker-documents'];

const BOUNDARIES: Readonly<Record<string, Boundary>> = {
  api: {
    secrets: [...SHARED, ...databaseOf('api')],
    reaches: ['api', 'postgres', 'proxy', 'temporal', 'temporal-ui'],
    isOutbound: false,
  },
  'worker-payments': {
    secrets: [...SHARED, ...databaseOf('worker')],
    reaches: ['api', 'postgres', 'receiver', 'temporal', 'temporal-ui'],
    isOutbound: true,
  },
  'worker-sandbox': {
    secrets: [...SHARED, ...databaseOf('worker')],
    reaches: ['api', 'postgres', 'proxy', 'temporal', 'temporal-ui'],
    isOutbound: false,
  },
  'worker-documents': {
    secrets: ['documents_data_key', 'temporal_api_key_documents', ...databaseOf('documents')],
    reaches: ['postgres', 'temporal', 'worker-documents'],
    isOutbound: false,
  },
};

/** Prints what a process sees, a line each; nothing is sent to any host. */
const LOOK = [
  'echo user=$(id -u)',
  'touch /app/probe 2>/dev/null && echo root=writable || echo root=read-only',
  'echo capabilities=$(grep CapEff /proc/1/status | cut -f2)',
  'echo privileges=$(grep NoNewPrivs /proc/1/status | cut -f2)',
  'echo secrets=$(ls /run/secrets)',
  `for name in ${SERVICES.join(' ')}; do getent hosts $name >/dev/null && echo reaches=$name; done`,
  'grep -q "00000000" /proc/net/route && awk "\\$2 == \\"00000000\\" { print \\"route=out\\" }" /proc/net/route | head -1',
  'true',
].join('; ');

function faultsOf(service: string, { secrets, reaches, isOutbound }: Boundary, lines: readonly string[]): string[] {
  const valuesOf = (name: string): string[] =>
    lines.flatMap((line) => (line.startsWith(`${name}=`) ? line.slice(name.length + 1).split(' ') : [])).sort();
  const expected: Record<string, readonly string[]> = {
    user: ['1000'],
    root: ['read-only'],
    capabilities: ['0000000000000000'],
    privileges: ['1'],
    secrets: [...secrets].sort(),
    reaches: [...reaches].sort(),
    route: isOutbound ? ['out'] : [],
  };
  return Object.entries(expected).flatMap(([name, values]) => {
    const found = valuesOf(name);
    return found.join(' ') === values.join(' ')
      ? []
      : [`${service}: ${name} is ${found.join(' ')}, not ${values.join(' ')}`];
  });
}

/** Looks from inside at users, roots, capabilities, secrets, names and ways out. @throws Error with every difference */
export async function checkBoundaries(at: Installation): Promise<void> {
  const faults: string[] = [];
  for (const [service, boundary] of Object.entries(BOUNDARIES)) {
    const lines = (await at.inside(service, LOOK)).split('\n');
    faults.push(...faultsOf(service, boundary, lines));
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
