import { InvalidArgumentError, type Command, type Option } from 'commander';

function commandsOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(commandsOf)];
}

/** Stores what an option's parser refuses, instead of ending the command there. */
function keepFaults(option: Option, faults: Map<Option, string>): void {
  const parse = option.parseArg;
  if (parse === undefined) return;
  option.parseArg = (value, previous) => {
    try {
      return parse(value, previous);
    } catch (fault) {
      if (!(fault instanceof InvalidArgumentError)) throw fault;
      faults.set(option, `error: option '${option.flags}' argument '${value}' is invalid. ${fault.message}`);
      return previous;
    }
  };
}

/**
 * Makes each command report all faults of its options, where commander stops at the first: refused values and missing
 * options are collected until the command is about to run.
 * Source: docs/GAPS.md#commands
 */
export function reportEveryFault(program: Command): void {
  for (const command of commandsOf(program).filter(({ commands }) => commands.length === 0)) {
    const faults = new Map<Option, string>();
    const required = command.options.filter(({ mandatory }) => mandatory);
    for (const option of command.options) keepFaults(option, faults);
    for (const option of required) option.mandatory = false;
    command.hook('preAction', () => {
      const missing = required.filter(
        (option) => !faults.has(option) && command.getOptionValue(option.attributeName()) === undefined,
      );
      const said = [
        ...missing.map(({ flags }) => `error: required option '${flags}' not specified`),
        ...faults.values(),
      ];
      if (said.length > 0) command.error(said.join('\n'));
    });
  }
}
