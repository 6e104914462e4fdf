import request from 'supertest';
import type { createReferenceApp } from './reference-app';

/** An answer of `/api/v1`, wrapped or refused. */
export interface Answer {
  status: number;
  data: Record<string, unknown>;
  error: { code: string; message: string; details?: { field: string; code: string; message: string }[] };
}

export interface ReferenceClient {
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
}

function answerOf(response: request.Response): Answer {
  const body = response.body as Omit<Answer, 'status'>;
  return { status: response.status, data: body.data, error: body.error };
}

/** Calls the operations below `/api/v1`. */
export function createReferenceClient(app: ReturnType<typeof createReferenceApp>): ReferenceClient {
  const server = app.callback();
  return {
    get: async (path) => answerOf(await request(server).get(`/api/v1${path}`)),
    post: async (path, body) => answerOf(await request(server).post(`/api/v1${path}`).send(body)),
  };
}
