import { answerJson, serveHttp, textOf, type ListeningServer } from '../http';
import { Ledger } from '../partner/ledger';

/** A partner that takes everything at once and knows what it has taken; it reports nothing. */
export class PlainPartner {
  readonly ledger = new Ledger('plain');
  private server: ListeningServer | null = null;

  async listen(): Promise<number> {
    this.server = await serveHttp(({ method, path, body, headers }, response) => {
      if (method === 'GET') {
        const entry = this.ledger.find(path.split('/')[2] ?? '');
        if (entry === undefined) answerJson(response, 404, { code: 'not_found', message: 'There is none.' });
        else answerJson(response, 200, { partnerReference: entry.reference, status: entry.status });
        return Promise.resolve();
      }
      const { entry } = this.ledger.accept({
        intent: Number(textOf(body, 'purpose', 'description').replace('intent ', '')),
        instructionId: textOf(body, 'instructionId'),
        key: String(headers['idempotency-key'] ?? ''),
      });
      answerJson(response, 200, { partnerReference: entry.reference, status: 'submitted' });
      return Promise.resolve();
    });
    return this.server.port;
  }

  async close(): Promise<void> {
    await this.server?.close();
  }
}
