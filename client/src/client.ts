import type { components, operations } from './schema';
import { Transport, type RequestOptions, type TransportOptions } from './transport';

type Schemas = components['schemas'];
type Query<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;
type Filter<Name extends keyof operations> = Omit<Query<Name>, 'cursor'>;

/** How one request is made. */
export type CallOptions = Pick<RequestOptions, 'idempotencyKey' | 'strict'>;

interface Wrapped<Data> {
  data: Data;
}

/** The API of the service for an account. */
export class Client {
  private readonly transport: Transport;

  constructor(options: TransportOptions) {
    this.transport = new Transport(options);
  }

  readonly payments = {
    create: (body: Schemas['PaymentInstructionRequest'], options?: CallOptions) =>
      this.wrapped<Schemas['CreatedPaymentInstruction']>('POST', '/api/v1/payments/instructions', { body, ...options }),
    preview: (body: Schemas['PaymentInstructionRequest'], options?: CallOptions) =>
      this.wrapped<Schemas['PaymentPreview']>('POST', '/api/v1/payments/preview', { body, ...options }),
    get: (instructionId: string) =>
      this.wrapped<Schemas['PaymentInstruction']>('GET', `/api/v1/payments/instructions/${instructionId}`),
    cancel: (instructionId: string, reason?: string) =>
      this.wrapped<Schemas['CancellationAnswer']>('POST', `/api/v1/payments/instructions/${instructionId}/cancel`, {
        body: { reason },
      }),
    track: (query: Query<'trackPayments'>) =>
      this.wrapped<Schemas['TrackedInstructions']>('GET', '/api/v1/payments/track', { query }),
    list: (query?: Filter<'listPaymentInstructions'>) =>
      this.pages<Schemas['ListedPaymentInstruction']>('/api/v1/payments/instructions', query),
  };

  readonly documents = {
    generate: (body: Schemas['DocumentRequest'], options?: CallOptions) =>
      this.wrapped<Schemas['Document']>('POST', '/api/v1/documents/generate', { body, ...options }),
    get: (documentId: string) => this.wrapped<Schemas['Document']>('GET', `/api/v1/documents/${documentId}`),
    /** Bytes of the PDF. */
    download: async (documentId: string): Promise<Uint8Array> => {
      const response = await this.transport.send('GET', `/api/v1/documents/${documentId}/download`);
      return new Uint8Array(await response.arrayBuffer());
    },
    list: (query?: Filter<'listDocuments'>) => this.pages<Schemas['Document']>('/api/v1/documents', query),
  };

  readonly tariffs = {
    search: (body: Schemas['HsCodeSearchRequest']) =>
      this.wrapped<Schemas['HsCodeSearchAnswer']>('POST', '/api/v1/hs-codes/search', { body }),
    calculate: (body: Schemas['TariffCalculationRequest']) =>
      this.wrapped<Schemas['TariffCalculation']>('POST', '/api/v1/tariffs/calculate', { body }),
    compare: (body: Schemas['TariffComparisonRequest']) =>
      this.wrapped<Schemas['TariffComparison']>('POST', '/api/v1/tariffs/compare', { body }),
  };

  readonly webhooks = {
    create: (body: Schemas['WebhookSubscriptionRequest'], options?: CallOptions) =>
      this.transport.json<Schemas['CreatedWebhookSubscription']>('POST', '/v1/webhooks', { body, ...options }),
    get: (webhookId: string) => this.transport.json<Schemas['WebhookSubscription']>('GET', `/v1/webhooks/${webhookId}`),
    update: (webhookId: string, body: Schemas['WebhookSubscriptionUpdate']) =>
      this.transport.json<Schemas['WebhookSubscription']>('PATCH', `/v1/webhooks/${webhookId}`, { body }),
    delete: (webhookId: string) => this.transport.json<void>('DELETE', `/v1/webhooks/${webhookId}`),
    test: (webhookId: string, event: Schemas['WebhookTestRequest']['event']) =>
      this.transport.json<Schemas['WebhookTestResult']>('POST', `/v1/webhooks/${webhookId}/test`, { body: { event } }),
  };

  readonly shipments = {
    create: (body: Schemas['ShipmentRequest'], options?: CallOptions) =>
      this.transport.json<Schemas['Shipment']>('POST', '/v1/shipments', { body, ...options }),
    get: (id: string) => this.transport.json<Schemas['ShipmentWithLinks']>('GET', `/v1/shipments/${id}`),
  };

  /** The account of the key, with its plan and limits. */
  account(): Promise<Schemas['Account']> {
    return this.transport.json('GET', '/v1/account');
  }

  private async wrapped<Data>(method: string, path: string, request?: RequestOptions): Promise<Data> {
    return (await this.transport.json<Wrapped<Data>>(method, path, request)).data;
  }

  /** Every item of a list, a page at a time as they are asked for. */
  private async *pages<Item>(path: string, query: object = {}): AsyncGenerator<Item, void, undefined> {
    let cursor: string | null = null;
    do {
      const asked: object = cursor === null ? query : { ...query, cursor };
      const page: { items: Item[]; nextCursor: string | null } = await this.wrapped('GET', path, { query: asked });
      yield* page.items;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
}

/** Makes a client of the service at `baseUrl` for the account of `apiKey`. */
export function createClient(options: TransportOptions): Client {
  return new Client(options);
}
