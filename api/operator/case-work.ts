import { z } from 'zod';
import { giveBackPayment, takePayment } from '../../db/payments/review/payment-assignments';
import { addNote } from '../../db/payments/review/payment-notes';
import {
  AssignmentRequest,
  AssignmentShape,
  NoteReceipt,
  NoteRequest,
} from '../../domain/payments/review/case-work-schema';
import { pathId } from '../../domain/schema-tools';
import { endpoint } from '../endpoint';
import { operation } from './common';
import { assignmentView } from './payment-views';

const PAYMENT = '/v1/operator/payments/{instructionId}';
const COMMON = {
  ...operation('operations', 'compliance'),
  params: z.object({ instructionId: pathId('instruction') }),
};

/** Source: docs/GAPS.md#case-work */
export const assignPayment = endpoint({
  ...COMMON,
  operationId: 'assignPayment',
  summary: 'Take a payment to work on it',
  method: 'put',
  path: `${PAYMENT}/assignment`,
  body: AssignmentRequest,
  responses: { 200: { description: "It is assigned to the key's person", schema: AssignmentShape } },
  errors: ['NOT_FOUND', 'DUPLICATE'],
  async handle({ params, body, principal: { personId }, actor }, { database }) {
    const { personId: id, email, since } = await takePayment(database, { ...params, ...body, personId, actor });
    return { status: 200, data: assignmentView({ personId: id, email, since: since.toISOString() }) };
  },
});

/** Source: docs/GAPS.md#case-work */
export const unassignPayment = endpoint({
  ...COMMON,
  operationId: 'unassignPayment',
  summary: 'Give a payment back',
  method: 'delete',
  path: `${PAYMENT}/assignment`,
  responses: { 204: { description: 'The payment is unassigned', schema: null } },
  errors: ['NOT_FOUND', 'DUPLICATE'],
  async handle({ params, principal: { personId }, actor }, { database }) {
    await giveBackPayment(database, { ...params, personId, actor });
    return { status: 204 };
  },
});

/** Source: docs/GAPS.md#case-work */
export const notePayment = endpoint({
  ...COMMON,
  operationId: 'notePayment',
  summary: 'Add a note to a payment, for operators',
  method: 'post',
  path: `${PAYMENT}/notes`,
  body: NoteRequest,
  idempotent: true,
  responses: { 201: { description: 'The note, visible to operators', schema: NoteReceipt } },
  errors: ['NOT_FOUND', 'DUPLICATE', 'IN_PROGRESS'],
  async handle({ params: { instructionId }, body: { note: text }, actor }, { database, vault }) {
    const { id: noteId, at } = await addNote(database, vault, { instructionId, text, actor });
    const data = { instructionId, noteId, notedBy: actor.id, notedAt: at.toISOString() };
    return { status: 201, data, headers: { Location: `/v1/operator/payments/${instructionId}` } };
  },
});
