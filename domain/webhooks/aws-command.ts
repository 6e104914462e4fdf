import { quoted } from './curl-command';
import type { QueueMessage } from './queue-message';

/** A message as a command of AWS' own command line, whose body and signatures are exactly those of an attempt. */
export function awsCommand(message: QueueMessage, region: string): string {
  const endpoint = new URL(message.QueueUrl).origin;
  return [
    `aws sqs send-message --region ${quoted(region)} --endpoint-url ${quoted(endpoint)}`,
    `--cli-input-json ${quoted(JSON.stringify(message))}`,
  ].join(' \\\n  ');
}
