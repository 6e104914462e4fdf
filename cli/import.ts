import path from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import type { ImportRequest } from '../activities/importers/activities';
import { importFile, type ImportReport } from '../activities/importers/import-file';
import { orderImports } from '../db/imports/import-orders';
import { CalendarDate } from '../domain/schema-tools';
import { IMPORTERS, importerOf } from '../importers';
import type { Importer, ImportOptions } from '../importers/importer';
import { startReferenceImport } from '../workflows/client/imports';
import { withWorkflows } from '../workflows/client/workflow-client';
import { actor } from './actor';
import { fitting } from './commands/values';
import { contextOf, printResult, printProgress, withDatabase, withOperatorDatabase } from './context';

function importer(kind: string): Importer {
  const found = importerOf(kind);
  if (found !== null) return found;
  const kinds = IMPORTERS.map((known) => `  ${known.kind}: ${known.summary}`);
  throw new InvalidArgumentError(`It must be one of\n${kinds.join('\n')}`);
}

/** A report as one object for machines and short lines for people. */
export function reportResult(report: ImportReport): Record<string, unknown> {
  const { kind, file, status, rowsIn, rowsRejected, rejects, durationMs } = report;
  const editions = report.editions.map(({ id, subject, edition, changes }) => ({ id, subject, edition, changes }));
  return { kind, file, status, rowsIn, rowsRejected, rejects, editions, durationMs: Math.round(durationMs) };
}

/** Prints a report: with `--json` as an object, else each edition and each rejected row on a line. */
export function printReport(command: Command, report: ImportReport): void {
  const options: Record<string, unknown> = command.optsWithGlobals();
  if (options['json'] === true) {
    printResult(command, reportResult(report));
    return;
  }
  const seconds = (report.durationMs / 1000).toFixed(1);
  console.log(`${report.file}: ${report.status}, ${report.rowsIn} rows, ${report.rowsRejected} rejected, ${seconds} s`);
  for (const { subject, edition, changes } of report.editions) {
    const rates =
      changes === null ? '' : `: ${changes.added} rates added, ${changes.changed} changed, ${changes.removed} removed`;
    console.log(`  ${subject} ${edition}${rates}`);
  }
  for (const { line, reason } of report.rejects) console.log(`  line ${line}: ${reason}`);
}

type Options = ImportOptions & { background?: boolean };

/** Orders an import on the workers and prints the id of its workflow. */
async function importInBackground(command: Command, request: ImportRequest): Promise<void> {
  const context = contextOf(command);
  await withDatabase(context, (database) => orderImports(database, [request]));
  const workflowId = await withWorkflows(context.temporal, (workflows) =>
    startReferenceImport(workflows, request.name, [request]),
  );
  printResult(command, { workflowId });
}

/** Adds `corridor import KIND FILE`. */
export function addImportCommand(program: Command): void {
  program
    .command('import')
    .argument('<kind>', `one of ${IMPORTERS.map(({ kind }) => kind).join(', ')}`, importer)
    .argument('<file>', 'the file as published')
    .option('--edition <name>', 'name of the edition, such as "2025 basic edition"')
    .option('--valid-from <date>', 'day from which it is valid, such as 2025-01-01', fitting(CalendarDate))
    .option('--publisher <name>', 'who publishes it')
    .option('--licence <name>', 'under which licence')
    .option('--url <url>', 'where it is published')
    .option('--replace', 'let it replace data of another kind')
    .option('--background', 'run it on the workers: Temporal shows progress and outcome')
    .option('--json', 'print one JSON object')
    .action(async (found: Importer, file: string, { background, ...options }: Options, command: Command) => {
      const source = { name: path.basename(file), path: path.resolve(file) };
      if (background === true) {
        await importInBackground(command, { kind: found.kind, ...source, options, actor: actor().id });
        return;
      }
      await withOperatorDatabase(contextOf(command), async (database) => {
        printReport(
          command,
          await importFile(database, found, source, { ...options, onWait: printProgress, actor: actor() }),
        );
      });
    });
}
