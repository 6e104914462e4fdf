import { quoteForShell } from './curl-command';
import type { QueueMessage } from './queue-message';

/** A command of the AWS CLI that sends a message with exactly the body and signatures of an attempt. */
export function awsCommand(message: QueueMessage, region: string): string {
  const endpoint = new URL(message.QueueUrl).origin;
  return [
    `aws sqs send-message --region ${quoteForShell(region)} --endpoint-url ${quoteForShell(endpoint)}`,
    `--cli-input-json ${quoteForShell(JSON.stringify(message))}`,
  ].join(' \\\n  ');
}
