import { memberOf } from '../../unknown-value';
import { SFTP_KEY, SFTP_PORT } from './adapters/iso20022-transport';

/** A partner as far as it says where its credentials are presented. */
interface Presented {
  adapter: unknown;
  /** Settings of the adapter, as they are stored. */
  config: unknown;
}

/** Names of the credentials that a bank is shown, for authentication and TLS; undefined for absent ones. */
function presentedBy(description: unknown): unknown[] {
  const names = ['certificate', 'key', 'authority'].map((member) => memberOf(description, 'tls', member));
  return [memberOf(description, 'authentication', 'credential'), ...names];
}

/**
 * @returns names of the credentials that the settings of a partner refer to
 * Source: docs/GAPS.md#described, docs/GAPS.md#P19
 */
export function credentialNames({ adapter, config }: Presented): string[] {
  if (adapter === 'iso20022') return memberOf(config, 'transport') === 'sftp' ? [SFTP_KEY] : [];
  const description = memberOf(config, 'description');
  const names = [...presentedBy(description), memberOf(description, 'notifications', 'proof', 'credential')];
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

/**
 * The place where a credential of a partner is presented: the origin of a described bank's base address, or host and
 * port of an SFTP server. Empty for a credential that is never sent, such as a secret that only proves what the bank
 * sends.
 * Source: docs/GAPS.md#A12
 */
export function credentialDestination({ adapter, config }: Presented, name: string): string {
  if (adapter === 'described') {
    const description = memberOf(config, 'description');
    const isReceived = memberOf(description, 'notifications', 'proof', 'credential') === name;
    if (isReceived && !presentedBy(description).includes(name)) return '';
    const address = String(memberOf(description, 'baseUrl')).trim();
    return URL.canParse(address) ? new URL(address).origin : address;
  }
  const host = memberOf(config, 'sftpHost');
  return typeof host === 'string' ? `sftp://${host}:${Number(memberOf(config, 'sftpPort') ?? SFTP_PORT)}` : '';
}
