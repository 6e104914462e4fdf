import type { AdapterConfig } from './adapters';
import type { SftpSettings } from './adapters/iso20022-transport';

type Config = AdapterConfig<'iso20022'>;

/** What belongs to one environment of a bank: where files are exchanged, and which account is debited there. */
const OWN: ReadonlySet<string> = new Set([
  'directory',
  'debtorAccount',
  'sftpHost',
  'sftpPort',
  'sftpUser',
  'sftpHostKey',
  'sftpOut',
  'sftpIn',
  'sftpArchive',
  'sftpPollSeconds',
]);
const BICS: ReadonlySet<string> = new Set(['debtorBic', 'instructingBic']);

/** A BIC of test and training has a zero as its eighth character. Source: ISO 9362:2009, location code */
function testBic(bic: string): string {
  return `${bic.slice(0, 7)}0${bic.slice(8)}`;
}

/**
 * Names of settings that differ between a live bank and its test twin and must not, because the test is to show what
 * the live one would order. A BIC may be the one of test and training.
 * Source: docs/GAPS.md#P20
 */
export function differingFileSettings(live: Config, test: Config): string[] {
  const [ours, theirs] = [
    new Map<string, unknown>(Object.entries(live)),
    new Map<string, unknown>(Object.entries(test)),
  ];
  const isEqual = (name: string): boolean => {
    const [one, other] = [ours.get(name), theirs.get(name)];
    if (one === other) return true;
    // The transport is a directory where nothing says otherwise.
    if (name === 'transport') return (one ?? 'directory') === (other ?? 'directory');
    return BICS.has(name) && typeof one === 'string' && other === testBic(one);
  };
  return [...new Set([...ours.keys(), ...theirs.keys()])].filter((name) => !OWN.has(name) && !isEqual(name)).sort();
}

/** @returns whether two partners put files out as the same user of one server, by whatever name it is found */
export function isSameServer(one: SftpSettings, other: SftpSettings): boolean {
  if (one.user !== other.user) return false;
  const isHost = one.host.toLowerCase() === other.host.toLowerCase() && one.port === other.port;
  return isHost || one.hostKeys.some((key) => other.hostKeys.includes(key));
}
