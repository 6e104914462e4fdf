import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const CONSOLE = path.join(__dirname, '..', '..', 'console');

/** A function of `db/` that only reads, by the verb that its name begins with. */
const READS = /^(find|read|list|count|peek|search|is|has)[A-Z]/;
/** A value that is no function. */
const CONSTANT = /^[A-Z_]+$/;

/** What the console writes without an operation of the API, which has none for it, and why. */
const WITHOUT_OPERATION: Readonly<Record<string, readonly string[]>> = {
  'people log in, prove who they are and set passwords in the console alone (GAPS#A3, GAPS#A8)': [
    ...[
      'startLogin',
      'endLogin',
      'endOtherLogins',
      'startChallenge',
      'endChallenge',
      'recordProof',
      'recordRefusedLogin',
    ],
    ...['signUp', 'setPassword', 'setPasswordByLink', 'recogniseIdentity', 'acceptInvitation', 'takeTokens'],
    ...['prepareSecondFactor', 'confirmSecondFactor', 'removeSecondFactor', 'renewRecoveryCodes'],
    ...['consumeTimeStep', 'takeRecoveryCode'],
  ],
  'owners manage members and keys in the console alone: a key must not make another (GAPS#A3, GAPS#A4)': [
    ...['invite', 'withdrawInvitation', 'changeRole', 'removeMember', 'changeManaged'],
    ...['setApprovalRule', 'clearApprovalRules'],
    ...['issueAccountKey', 'rotateAccountKey', 'revokeAccountKey', 'collectOperatorKey'],
  ],
  'operators invite people of partners, who rotate what is their own: a key must not make another (GAPS#A2, GAPS#A3)': [
    ...['invitePartnerPerson', 'performAct', 'endEarlierCredentials'],
  ],
  'operators tidy up in the console and by commands alone': [
    'clearFlag',
    'retryPartnerFile',
    'closeCase',
    'liftLockOut',
  ],
  'a person whose requests are refused again and again is shown to operators (GAPS#A13)': ['raiseFlag'],
  'who sees bank details in full is recorded; the API shows them to nobody (GAPS#P16)': ['appendAuditEntry'],
  'the language of pages is of the console alone (GAPS#A10)': ['setLanguage'],
  'people choose notices by e-mail in the console alone (GAPS#mail)': ['setNotices'],
  'forms of pages count once (GAPS#A7)': ['takeForm', 'releaseForm', 'keepForm'],
  'an export is streamed to a person (GAPS#data-export)': ['recordExport'],
  'a logo that is not chosen anew stays as it is drawn, which `PUT /v1/branding` cannot say': ['setBranding'],
  'turns a fault of Postgres into a refusal, and writes nothing': ['translateFault'],
  'reads where archived payments are, and writes nothing': ['inArchive'],
  'opens what a row has sealed, and writes nothing': ['openPrivateData'],
};

const IMPORT = /import \{([^}]*)\} from '(?:\.\.?\/)+db\/[^']*'/g;

/** Values that files of the console import from `db/`, with one of the files. */
function importsOfDb(): Map<string, string> {
  const found = new Map<string, string>();
  const files = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    const text = readFileSync(path.join(CONSOLE, file), 'utf8');
    for (const [, names = ''] of text.matchAll(IMPORT)) {
      const values = names.split(',').map((name) => name.trim().replace(/ as .*$/, ''));
      for (const name of values) if (name !== '' && !name.startsWith('type ')) found.set(name, file);
    }
  }
  return found;
}

const writes = (): string[] => [...importsOfDb().keys()].filter((name) => !READS.test(name) && !CONSTANT.test(name));

it('the console writes through operations of the API, but for what has none', () => {
  const allowed = new Set(Object.values(WITHOUT_OPERATION).flat());
  const imports = importsOfDb();
  const others = writes().filter((name) => !allowed.has(name));
  expect(others.map((name) => `${imports.get(name) ?? ''}: ${name}`)).toEqual([]);
});

it('every function that the console may write with is used', () => {
  const used = new Set(writes());
  const unused = Object.values(WITHOUT_OPERATION).flatMap((names) => names.filter((name) => !used.has(name)));
  expect(unused).toEqual([]);
});
