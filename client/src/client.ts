import { Root } from './operations';
import { Transport, type RequestOptions, type TransportOptions } from './transport';

/** The API of the service: every operation, in groups; those of operators with the key of one. */
export class Client extends Root {
  constructor(options: TransportOptions) {
    super(new Transport(options));
  }

  /**
   * Any request, with the retries of the others: of JSON the whole answer, nothing of 204, and else the bytes.
   * @throws CorridorError for a refusal, and when no answer came
   */
  request<Answer>(method: string, path: string, options?: RequestOptions): Promise<Answer> {
    return this.transport.request<Answer>(method, path, options);
  }
}

/** Makes a client of the service at `baseUrl` for the owner of `apiKey`. */
export function createClient(options: TransportOptions): Client {
  return new Client(options);
}
