import type { ComponentChildren } from 'preact';
import { TAX_CATEGORY_MEANINGS } from '../../../domain/documents/factur-x/vat';
import { lowered } from '../lowered';
import type { Wrap } from '../wrap';

const { S, Z, E, AE, K, G, O } = TAX_CATEGORY_MEANINGS;

/** Forms that are made of schemas, and what is said of a form that was sent. */
export const forms = {
  /** Name of what a fault is about that no field shows. */
  whole: 'The form',
  /** A name that does not begin a sentence. */
  inSentence: (name: string): string => lowered(name),
  choose: 'Choose',
  notSaid: 'Not said',
  suchAs: (example: string): string => `Such as ${example}.`,
  toOrderHint: 'yes, or to whose order.',
  /** Hints of fields that have no example. */
  notes: {
    lineTotal: 'If left empty: quantity × unit price.',
    amount: 'Such as 1250.50.',
  },
  more: (rest: number): string => `${rest} more`,
  removeRow: (row: string): string => `Remove ${lowered(row)}`,
  /** One entry of a list, by the member of its name. */
  lists: {
    items: { one: 'Item', add: 'Add item' },
    charges: { one: 'Charge', add: 'Add charge' },
    taxes: { one: 'Tax', add: 'Add tax' },
    packages: { one: 'Package', add: 'Add package' },
    contents: { one: 'Line of contents', add: 'Add line of contents' },
    containers: { one: 'Container', add: 'Add container' },
    goods: { one: 'Line of goods', add: 'Add line of goods' },
    seals: { one: 'Seal', add: 'Add seal' },
    clauses: { one: 'Clause', add: 'Add clause' },
  },
  /** Values that a field offers, by the API's names; codes that are not here are shown as they are. */
  choices: {
    yes: 'yes',
    no: 'no',
    ...{ S: `S: ${S}`, Z: `Z: ${Z}`, E: `E: ${E}`, AE: `AE: ${AE}`, K: `K: ${K}`, G: `G: ${G}`, O: `O: ${O}` },
    sea: 'sea',
    air: 'air',
    road: 'road',
    rail: 'rail',
    inland_waterway: 'inland waterway',
    multimodal: 'multimodal',
    post: 'post',
    KGM: 'kilograms (KGM)',
    LBR: 'pounds (LBR)',
    prepaid: 'prepaid',
    collect: 'collect',
    individual: 'individual',
    company: 'company',
    en: 'English',
    es: 'Spanish',
    fr: 'French',
    zh: 'Chinese',
    ar: 'Arabic',
  },
  /** Purposes that have a code of ISO 20022; any other is shown as it was given. */
  purposes: {
    trade_settlement: 'settlement of trade',
    goods: 'goods',
    goods_payment: 'goods',
    services: 'services',
    service_payment: 'services',
    supplier_payment: 'supplier',
    salary: 'salary',
    payroll: 'salary',
    pension: 'pension',
    tax: 'tax',
    tax_payment: 'tax',
    loan: 'loan',
    rent: 'rent',
    dividend: 'dividend',
    commission: 'commission',
    insurance: 'insurance',
    intra_company: 'within the group',
    intercompany: 'within the group',
    treasury: 'treasury',
    charity: 'charity',
    family_support: 'support of family',
  },
  notYet: 'Not yet',
  unfit: 'For a preview, complete or correct:',
  kept: {
    title: 'Submit the saved form',
    means:
      'You were signed out while you filled in a form. It has not been submitted; your input is here, except passwords and files.',
    send: 'Send it now',
    cancel: 'Cancel and go back to the page',
    expired: 'The saved form has expired.',
  },
  repeated: {
    title: 'Already sent',
    means: 'This form was already submitted; the second submission had no effect.',
    back: (page: Wrap): ComponentChildren => [page('Back to the page'), ', which shows its result.'],
  },
  outOfDate: 'This form is out of date. Go back, reload the page and submit it again.',
  manySecrets: 'You created many keys within a short time. Wait a few minutes and try again.',
};
