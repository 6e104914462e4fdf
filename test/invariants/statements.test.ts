import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { STATEMENTS } from '../plans/statements';

const DB = path.join(__dirname, '..', '..', 'db');

/** Folders whose tables do not grow with payments: what they hold is found by key, by account, or read as a whole. */
const SMALL_TABLES: Readonly<Record<string, string>> = {
  administration:
    'accounts, partners, routes and users; what looks through large tables is measured (searchByIdOrName)',
  auth: 'keys, people and logins, found by key or by account; the log of acts is measured',
  'hs-codes': 'reference data, which grows with publications alone',
  imports: 'reference data, written by a command for as long as it takes',
  limits: 'a row a key, found by its name',
  'operator-work': 'work of operators, for as long as it takes, page by page',
  restoration:
    'the mark is one row; what a restore has lost is found by key, and its command may take as long as it does',
  tariffs: 'reference data, which grows with publications alone',
};

/** Functions by the reason for which test/plans does not measure them. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'changes one payment by changePayment, as recordStatusReport and beginDispatch, which are measured': `
    changePayment writeChange tryToWriteChange readPaymentState queryStates recordRescreening recordWithdrawal recordDelivered recordRejected
    recordLostDispatch recordUndelivered recordKnown recordNeverReceived recordFailover recordCancellationAnswer recordOperatorDecision
    recordDoubt recordScreeningDecision recordRedating requestRecall recordRecallRefused recordRecallRefusedByOperator askForInformation
    answerQuestion judgeStatement recordApproval recordApprovalWait recordConditions recordDebit recordReturn`,
  'reads or writes what one payment has, found by its id': `
    readSandboxOrder findPartnerToStop isUnanswered
    readDatedPayment readInformation readNotes addNote lockPayment takePayment giveBackPayment readInstructed readResubmissionLine recordResubmitted readTrackingLink openTrackingLink
    clearanceOf keepClearance
    revokeTrackingLink findTrackedPayment flagOverdueReports keepUnmatchedReport readOpenRecall readScreening repeatScreening
    keepScreening ownsInstruction eraseSubject insertStatement InstructionReader`,
  'at most ten conditions of a payment, each found by a key': 'readConditionFacts',
  'payments that were chosen by their ids, with what refers to them':
    'isArchived bringBack readWithPayments readClearancesOf',
  'one row, found by the key of its table': `
    revokeClearance readQuote insertQuote findCase closeCase findOpenFlag readStatement findBranding currentBranding brandingOfDocument setBranding createDocument
    forgetDocumentStart findDocument findAnyDocument completeDocument storeFile readFile announceDocument failDocument readRequestData eraseDocument eraseShipment readConsignment recordFindings decideFinding
    eraseUser eraseBeneficiary createBeneficiary changeBeneficiary confirmBeneficiary recordBeneficiaryRescreening deleteBeneficiary findBeneficiary listOpenChanges keepBeneficiaryScreening
    orderComparison createShipment findShipment changeShipment deleteShipment findDocumentsOfShipment storeIdempotentAnswer
    releaseIdempotencyKey nameIdempotentSubject raiseFlag clearFlagOf clearFlagsOf clearFlag flagPartnerFile retryPartnerFile listFlaggedFiles recordRepair forgetRepairs reopenCancellation
    recordPayeeCheck decideOnPayee readRecovery startDrill readDrill findNewestDrill readTenantOfDrill readDrillTarget keepDrillResult finishDrill readRecoveriesToResume readSenders readKnownStatuses readPaymentsToResume recordLook`,
  'one batch of at most 10,000 rows, found by its key, or its rows by the beginning of theirs': `
    createBatch findSentBatch findBatch listBatches listBatchRows readBatchContents readOpenBatch countRowsBeingMade takeRows recordRows finishBatch
    readPendingPayments readBatchesToResume cancelBatch retryBatch cancelUnsentPayments readPaymentsToApprove countAwaitingApproval
    listBatchDecisions recordBatchDecision takeDecisions`,
  'one bulk decision of at most 10,000 payments, found by its key, or a page of them': `
    prepareBulkDecision startBulkDecision stopBulkDecision requireBulkDecision readBulkDecision listBulkDecisions countBulkPayments
    listBulkPayments readRunningBulkDecision mayStillDecide readNextPayments decideInBulk countTry
    finishBulkDecision`,
  'payments of one account, found by unique references': 'findUsedReferences findProposal',
  'requests of seven days, by their key or one page of an index; test/db/requests measures it':
    'RequestLog listRequests findRequest',
  'items of the outbox, found by their ids or subjects; a take is measured': `
    finishOutboxItems renewOutboxItems postponeOutboxItems releaseOutboxItems continueOutboxItem addToOutbox broadcastEvent requestRescreening
    requestRedating`,
  'deliveries, found by their ids, with their event and subscription': `
    readOrder takeAttempt settleDelivery forgetStarts createTestDelivery resendDelivery requireDelivery readAmounts readDeliverable`,
  'subscriptions, of which an account has a hundred, with their breakers': `
    createSubscription findWithSecret findSubscription updateSubscription deleteSubscription rotateSecret readListening
    readTenantOf hasListener recordReach resetBreaker readOutage announceChange continueChange
    readTrustedOrigins trustOrigin untrustOrigin`,
  'runs other functions, which are measured': `
    holdContradicted within watchBacklog recordCheckedEvent publishEvent readLog createWake readPages`,
  'partners, routes, calendars, lists and settings, which grow with publications and contracts': `
    readPartnerHealth listOutages changePartnerHealth PartnerOutages findPartner findPartnerByName listPartnersOf setBankCredential credentialChange readBankCredential listBankCredentials movedCredentials dropMovedCredentials readSettledBy takePoll holdPoll hastenPoll insertPartner
    createPartner
    auditExamination storeCertificate listCertificates requireCertificate isCertified addPartnerSecret livePartnerSecrets listCalendars setCalendarDay CalendarCache readCalendar readCalendars readClosedDays
    calendarFaults listRoutes insertRoute createRoute storedRouteFaults RouteCache
    readInForce indexEditions changeBlockedCountry listBlockedCountries ScreeningRulesCache writeWatchList setOpenFlags
    readWatchLists haveOfficialList WatchLists setListsAccepted confirmWatchLists flagWatchLists`,
  'payments that references name; judgeEntries, which is measured, looks for them by it, and for their states':
    'findNamedPayments findPaymentsByPayeeReference readPaymentStates writeChanges',
  'some entries of lists, found by their keys': 'entriesOf entryKeysOf',
  'clearances, which people make one by one, by payee or by page': 'applyClearance listClearances',
  'open payments, page by page in the order of their ids': 'listPolledPayments',
  'saved payees of one account, page by page in the order of their index': 'listBeneficiaries',
  'saved payees, page by page in the order of their ids': 'listUnscreenedBeneficiaries',
  'statements of banks, one a file, with the entries of one of them': 'listStatements listJudgedEntries',
  'few at any time: documents that are being generated, or whose file has expired':
    'countGenerating removeExpiredFiles',
  'looks at lanes of the outbox, of which there are three, or at running transactions': `
    notifyDueLanes notifyHolders holdLanes freeLanes readOldestWriter checkLogHorizon`,
  "the database's clock, and flags about workers, one a process": `
    DatabaseClock flagWorkerClock clearFlagsOfEndedWorkers`,
  'runs no statement: tells a pool from a transaction, or remembers': 'isDatabase reportedState cacheReportedState',
  'work of operators, for as long as it takes': `
    readAppliedMigrations refuseUnreleasedSchema refuseMissingMigrations checkDatabase grantRoles migrate updateShippedCalendars resealEverything seedSandbox checkDataKey recordDataKeys forgetOldDataKeys`,
};

/** @returns names of what takes a database: exported functions by their first parameter, classes by their constructor */
function statementsIn(source: string): string[] {
  const functions = source.matchAll(
    /export (?:async )?function\*? (\w+)(?:<[^(]*>)?\(\s*\w+: (?:Queryable|Transacting|Database|OperatorDatabase)\b/g,
  );
  const classes = [...source.matchAll(/export class (\w+)[^{]*\{([\s\S]*?)\n\}/g)].filter(([, , body]) =>
    /constructor\([^)]*: (?:Queryable|Transacting|Database)\b/.test(body ?? ''),
  );
  return [...functions, ...classes].map(([, name]) => name ?? '');
}

const files = readdirSync(DB, { recursive: true, encoding: 'utf8' }).filter((file) => {
  const [folder = ''] = file.split(path.sep);
  return file.endsWith('.ts') && folder !== 'migrations' && !(folder in SMALL_TABLES);
});
const found = files.flatMap((file) => statementsIn(readFileSync(path.join(DB, file), 'utf8')));
const measured = new Set(STATEMENTS.map(({ of }) => of.name));
const excepted = Object.values(EXCEPTIONS).flatMap((names) => names.trim().split(/\s+/));

it('measures each function of db/ that runs statements, or says why not', () => {
  expect(found.filter((name) => !measured.has(name) && !excepted.includes(name))).toEqual([]);
});

it('excepts nothing that is gone, or that is measured', () => {
  expect(excepted.filter((name) => measured.has(name) || !found.includes(name))).toEqual([]);
});

it('says why a statement may read more than 2,000 blocks', () => {
  expect(STATEMENTS.filter(({ blocks, reason }) => blocks > 2_000 && reason === undefined)).toEqual([]);
});

it('finds functions and classes, with and without type parameters', () => {
  const source = `export async function one<Row extends object>(database: Queryable): Promise<Row> {
}
export function two(
  client: Database, id: string) {
}
export function computes(id: string) {
}
export class Three {
  constructor(private readonly database: Database) {}
}`;
  expect(statementsIn(source)).toEqual(['one', 'two', 'Three']);
});
