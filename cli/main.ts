import { Command } from 'commander';
import { readSecretFiles } from '../process/environment';
import { addAccountCommands } from './commands/accounts';
import { addAuditCommands } from './commands/audit';
import { addCalendarCommands } from './commands/calendars';
import { addCaseCommands } from './commands/cases';
import { addCompletionCommand } from './commands/completion';
import { addDemoCommand } from './commands/demo';
import { addDoctorCommand } from './commands/doctor';
import { addErasureCommands } from './commands/erasure';
import { addEventCommands } from './commands/events';
import { addFlagCommands } from './commands/flags';
import { addKeyCommands } from './commands/keys';
import { addListenCommand } from './commands/listen';
import { addLockOutCommands } from './commands/lock-outs';
import { addPartnerCommands } from './commands/partners';
import { addPaymentCommands } from './commands/payments';
import { addCountryCommands } from './commands/countries';
import { addRouteCommands } from './commands/routes';
import { addStatementCommands } from './commands/statements';
import { addUserCommands } from './commands/users';
import { addWebhookCommands } from './commands/webhooks';
import { UsageError } from './context';
import { addDataCommands } from './data';
import { addImportCommand } from './import';
import { addMigrateCommand } from './migrate';
import { addServeCommand } from './serve';
import { addUpCommand } from './up';

const program = new Command('corridor')
  .description('Cross-border payments, HS codes, tariffs and trade documents on durable workflows')
  .option('--data-dir <dir>', 'data of the local service, to find it by', '.corridor');

addUpCommand(program);
addServeCommand(program);
addMigrateCommand(program);
addKeyCommands(program);
addPartnerCommands(program);
addRouteCommands(program);
addCalendarCommands(program);
addCountryCommands(program);
addStatementCommands(program);
addAccountCommands(program);
addUserCommands(program);
addLockOutCommands(program);
addPaymentCommands(program);
addFlagCommands(program);
addAuditCommands(program);
addCaseCommands(program);
addErasureCommands(program);
addEventCommands(program);
addListenCommand(program);
addWebhookCommands(program);
addImportCommand(program);
addDataCommands(program);
addDoctorCommand(program);
addDemoCommand(program);
addCompletionCommand(program);

async function main(): Promise<void> {
  readSecretFiles(process.env);
  await program.parseAsync();
}

main().catch((fault: unknown) => {
  const message = fault instanceof Error ? fault.message : String(fault);
  console.error(fault instanceof UsageError || process.env['LOG_LEVEL'] !== 'debug' ? message : fault);
  process.exitCode = 1;
});
