import { z } from 'zod';

/** Name of the bank credential that holds the private key for a server of SFTP, in PEM or as OpenSSH writes it. */
export const SFTP_KEY = 'sftp-key';

/** Port of a server of SFTP whose settings name none. */
export const SFTP_PORT = 22;
const DEFAULT_POLL_SECONDS = 30;
const MAX_HOST = 253;
const MAX_USER = 128;
const MAX_PATH = 1_000;
/** Kinds of keys that a server has, and those of the next ones. */
const MAX_HOST_KEYS = 8;

/** As `ssh-keygen -l` prints it: the base64 of 32 bytes without the padding. */
const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/;
const HOST = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$|^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$/;

const about = (description: string) => ({ description: `of an iso20022 partner by sftp: ${description}` });

/** Schema of a whole number, also as text, which is how the command has it. */
const WholeNumber = (min: number, max: number) =>
  z
    .union(
      [
        z.int(),
        z
          .string()
          .trim()
          .regex(/^[0-9]{1,6}$/)
          .transform(Number),
      ],
      {
        error: `must be a whole number from ${min} to ${max}`,
      },
    )
    .pipe(z.int().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

const fingerprintsIn = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== '');

function areFingerprints(text: string): boolean {
  const all = fingerprintsIn(text);
  return all.length > 0 && all.length <= MAX_HOST_KEYS && all.every((one) => FINGERPRINT.test(one));
}

const ServerPath = z
  .string()
  .trim()
  .min(1)
  .max(MAX_PATH)
  .refine(
    (path) => !path.split('/').includes('..') && !path.includes('\0'),
    'must be the path of a directory at the server, without steps up',
  )
  .transform((path) => (path === '/' ? path : path.replace(/\/+$/, '')))
  .optional();

/** Settings of the transport `sftp`; absent ones of a bank that shares a directory. Source: docs/GAPS.md#P19 */
export const SFTP_MEMBERS = {
  transport: z
    .enum(['directory', 'sftp'])
    .optional()
    .meta({ description: 'of an iso20022 partner: directory, by default, or sftp: files go to a server of the bank' }),
  sftpHost: z
    .string()
    .trim()
    .max(MAX_HOST)
    .regex(HOST, 'must be the name or address of a host, without a protocol and a port')
    .optional()
    .meta(about('name or address of the server')),
  sftpPort: WholeNumber(1, 65_535)
    .optional()
    .meta(about(`port of the server, ${SFTP_PORT} by default`)),
  sftpUser: z.string().trim().min(1).max(MAX_USER).optional().meta(about('user at the server')),
  sftpHostKey: z
    .string()
    .trim()
    .refine(
      areFingerprints,
      `must be the SHA-256 fingerprint of the server's key, such as SHA256:…, or up to ${MAX_HOST_KEYS} with commas between them`,
    )
    .optional()
    .meta(about('SHA-256 fingerprints of the keys of the server; Corridor refuses any other key')),
  sftpOut: ServerPath.meta(about('directory at the server from which the bank takes files')),
  sftpIn: ServerPath.meta(about('directory at the server into which the bank puts files')),
  sftpArchive: ServerPath.meta(
    about('directory at the server for files that were fetched; without it they are deleted there'),
  ),
  sftpPollSeconds: WholeNumber(5, 3_600)
    .optional()
    .meta(about(`how often files are fetched, in seconds, ${DEFAULT_POLL_SECONDS} by default`)),
};

const Members = z.object(SFTP_MEMBERS);
const REQUIRED = { sftpHost: true, sftpUser: true, sftpHostKey: true, sftpOut: true, sftpIn: true } as const;
const Complete = Members.required(REQUIRED);
const OWN = Object.keys(SFTP_MEMBERS).filter((member) => member !== 'transport');

/** Notes each member that the transport lacks or does not use, beside the faults of single members. */
export function checkTransport(sent: unknown, context: z.core.$RefinementCtx): void {
  if (typeof sent !== 'object' || sent === null) return;
  const given = new Map<string, unknown>(Object.entries(sent));
  const fault = (member: string, code: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [member], message, params: { code } });
  const has = (member: string): boolean => given.get(member) !== undefined;
  if (given.get('transport') === 'sftp') {
    for (const member of Object.keys(REQUIRED))
      if (!has(member)) fault(member, 'required', 'is required with the transport sftp');
    const folders = ['sftpOut', 'sftpIn', 'sftpArchive'].filter(has);
    const doubled = folders.find((one, at) =>
      folders.slice(0, at).some((other) => given.get(other) === given.get(one)),
    );
    if (doubled !== undefined) fault(doubled, 'not_unique', 'must be a directory of its own');
    return;
  }
  for (const member of OWN)
    if (has(member)) fault(member, 'not_applicable', 'must be absent unless the transport is sftp');
}

/** A bank's server of SFTP. */
export interface SftpSettings {
  host: string;
  port: number;
  user: string;
  /** SHA-256 fingerprints as OpenSSH writes them; the server's key has one of them. */
  hostKeys: readonly string[];
  /** Directory from which the bank takes files. */
  out: string;
  /** Directory into which the bank puts files. */
  in: string;
  /** Directory for what was fetched; null: it is deleted. */
  archive: string | null;
  pollSeconds: number;
}

/**
 * The SFTP settings of a partner; null if files are exchanged in a directory.
 * @throws Error for incomplete settings
 */
export function sftpSettingsOf(config: z.output<typeof Members>): SftpSettings | null {
  if (config.transport !== 'sftp') return null;
  const complete = Complete.parse(config);
  return {
    host: complete.sftpHost,
    port: complete.sftpPort ?? SFTP_PORT,
    user: complete.sftpUser,
    hostKeys: fingerprintsIn(complete.sftpHostKey),
    out: complete.sftpOut,
    in: complete.sftpIn,
    archive: complete.sftpArchive ?? null,
    pollSeconds: complete.sftpPollSeconds ?? DEFAULT_POLL_SECONDS,
  };
}
