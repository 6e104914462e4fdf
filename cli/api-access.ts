import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { optional } from '../process/environment';
import { UsageError } from './context';
import type { DataDir } from './place';

/** Where the API is and who asks. */
export interface ApiAccess {
  /** Without a slash at its end. */
  baseUrl: string;
  key: string;
}

/** @throws InvalidArgumentError unless the text is an address of HTTP */
export function httpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  throw new InvalidArgumentError('It must be an address such as http://127.0.0.1:9000/hook.');
}

const isSameOrigin = (one: string, other: string): boolean => new URL(one).origin === new URL(other).origin;

/**
 * Address and key with which a command that is a client calls the API. The key comes from the environment, since every
 * user of the machine can read a command line, or else from the service in the data directory; that key is sent to no
 * other service.
 * @param address of the API; undefined for that of the service in the data directory
 * @throws UsageError where either is unknown
 */
export function apiAccess(dataDir: DataDir, address: string | undefined): ApiAccess {
  const run = dataDir.readRun();
  const baseUrl = address ?? run?.baseUrl;
  const given = optional(process.env, 'CORRIDOR_API_KEY');
  if (address !== undefined && given === null && run !== null && !isSameOrigin(address, run.baseUrl)) {
    throw new UsageError(
      `The key in ${dataDir.path} is for ${run.baseUrl}: give the key for ${address} in CORRIDOR_API_KEY.`,
    );
  }
  const key = given ?? run?.apiKey;
  if (baseUrl === undefined || key === undefined) {
    throw new UsageError(
      `No running Corridor was found in ${dataDir.path}. Start one with "npm start", name its folder with --data-dir, ` +
        'or give its address with --api and a key in CORRIDOR_API_KEY.',
    );
  }
  return { baseUrl: baseUrl.replace(/\/+$/, ''), key };
}

const ErrorAnswer = z.object({
  error: z.object({
    message: z.string(),
    details: z.array(z.object({ field: z.string(), message: z.string() })).default([]),
  }),
});

/** What the API says where it refuses a request. */
export interface ApiRefusal {
  /** Status of HTTP. */
  status: number;
  message: string;
  details: { field: string; message: string }[];
}

/**
 * Parses the refusal of the API.
 * @param response one whose status is an error; its body is read
 */
export async function readRefusal(response: Response): Promise<ApiRefusal> {
  const { status } = response;
  const parsed = ErrorAnswer.safeParse(await response.json().catch(() => null));
  return parsed.success
    ? { status, ...parsed.data.error }
    : { status, message: `The API answered ${status}.`, details: [] };
}

/** @returns the refusal as the fault of a command, each detail on a line */
export function refusalOf({ message, details }: ApiRefusal): UsageError {
  return new UsageError([message, ...details.map((detail) => detail.message)].join('\n'));
}
