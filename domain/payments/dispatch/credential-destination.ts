import { memberOf } from '../../unknown-value';
import { SFTP_PORT } from './adapters/iso20022-transport';

/** A partner as far as it says where its credentials are presented. */
interface Presented {
  adapter: unknown;
  /** Settings of the adapter, as they are stored. */
  config: unknown;
}

/** Whether a described bank is shown the credential, beside any use of it for what the bank sends. */
function isPresented(description: unknown, name: string): boolean {
  const names = ['certificate', 'key', 'authority'].map((member) => memberOf(description, 'tls', member));
  return [memberOf(description, 'authentication', 'credential'), ...names].includes(name);
}

/**
 * @returns where a credential of a partner is presented: scheme, host and port of a described bank, below whose base address
 *   every request and the request for a token go, or of a server of SFTP; empty for one that is not sent, such as a secret
 *   that proves only what the bank sends
 * Source: docs/GAPS.md#A12
 */
export function credentialDestination({ adapter, config }: Presented, name: string): string {
  if (adapter === 'described') {
    const description = memberOf(config, 'description');
    const isReceived = memberOf(description, 'notifications', 'proof', 'credential') === name;
    if (isReceived && !isPresented(description, name)) return '';
    const address = String(memberOf(description, 'baseUrl')).trim();
    return URL.canParse(address) ? new URL(address).origin : address;
  }
  const host = memberOf(config, 'sftpHost');
  return typeof host === 'string' ? `sftp://${host}:${Number(memberOf(config, 'sftpPort') ?? SFTP_PORT)}` : '';
}
