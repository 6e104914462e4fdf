import type { Database } from '../../../../db/database';
import { readBankCredential } from '../../../../db/payments/dispatch/bank-credentials';
import { SFTP_KEY, type SftpSettings } from '../../../../domain/payments/dispatch/adapters/iso20022-transport';
import type { Vault } from '../../../../lib/vault';
import type { SftpServer, SftpServers } from './server';
import { SftpFault } from './session';

/** What the server of a partner is found with. */
export interface ServerContext {
  database: Database;
  vault: Vault;
  servers: SftpServers;
}

/** @returns the server of a partner, with the key that is in force. @throws SftpFault where none is set */
export async function partnerServer(
  { database, vault, servers }: ServerContext,
  partnerId: string,
  { host, port, user, hostKeys }: SftpSettings,
): Promise<SftpServer> {
  const partner = { id: partnerId, adapter: 'iso20022', config: { sftpHost: host, sftpPort: port } };
  const privateKey = await readBankCredential(database, vault, partner, SFTP_KEY);
  if (privateKey === null) throw new SftpFault('SFTP_KEY_NOT_SET');
  return servers.serverOf(partnerId, { host, port, user, hostKeys, privateKey });
}
