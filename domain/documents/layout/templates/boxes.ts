import type { InvoiceParty } from '../../fields';
import type { Locale } from '../../locales';
import type { Transport } from '../../transport';
import { countryName, type Labels } from '../labels';
import type { Box, Line, Panel, TailBlock } from './view';

/** Lines for the texts that are present. */
export function filledLines(...pairs: [label: string, text: string | undefined][]): Line[] {
  return pairs.flatMap(([label, text]) => (text === undefined || text === '' ? [] : [{ label, text }]));
}

/** A box of labelled rows; no box when all values are missing. */
export function rowsBox(label: string, ...pairs: [label: string, text: string | undefined][]): Box[] {
  const found = filledLines(...pairs);
  return found.length === 0 ? [] : [{ label, lines: found, layout: 'rows' }];
}

export function textBox(label: string, text: string): Box {
  return { label, lines: [{ text }], layout: 'lines' };
}

export function strongBox(label: string, text: string): Box {
  return { label, lines: [{ text, strong: true }], layout: 'lines' };
}

/** A party whose address may be missing, as a carrier's may. */
type AnyParty = Omit<InvoiceParty, 'address' | 'country'> & {
  address?: string | undefined;
  country?: string | undefined;
};

/** A party as an envelope has it: the country by its name. */
export function partyBox(label: string, party: AnyParty, labels: Labels, locale: Locale): Box {
  const country = party.country === undefined ? undefined : countryName(party.country, locale);
  const texts = [party.address, country, party.contact, party.phone, party.email];
  return {
    label,
    layout: 'lines',
    lines: [
      { text: party.name, strong: true },
      ...texts.flatMap((text) => (text === undefined ? [] : [{ text }])),
      ...filledLines(
        [labels.vatId, party.vatId],
        [labels.taxId, party.taxId],
        [labels.registrationId, party.registrationId],
        ['EORI', party.eori],
      ),
    ],
  };
}

export function transportBox(transport: Transport, labels: Labels): Box[] {
  return rowsBox(
    labels.transport,
    [labels.mode, labels[transport.mode]],
    [labels.vessel, transport.vessel],
    [labels.voyage, transport.voyage],
    [labels.placeOfReceipt, transport.placeOfReceipt],
    [labels.portOfLoading, transport.portOfLoading],
    [labels.portOfDischarge, transport.portOfDischarge],
    [labels.placeOfDelivery, transport.placeOfDelivery],
    [labels.departureDate, transport.departureDate],
  );
}

interface Signer {
  name: string;
  title?: string | undefined;
  place?: string | undefined;
  date?: string | undefined;
}

const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined).join(', ');

/** Two lines, place with date and name with title; missing values leave room to write them by hand. */
export function signerFacts(signer: Signer | undefined, labels: Labels): Line[] {
  return [
    { label: labels.placeAndDate, text: joined(signer?.place, signer?.date) },
    { label: labels.signatory, text: joined(signer?.name, signer?.title) },
  ];
}

/** The block of declarations and signatures. */
export function closingBlock(...panels: Panel[]): TailBlock {
  return { kind: 'closing', panels };
}

export function textBlocks(label: string, text: string | undefined): TailBlock[] {
  return text === undefined ? [] : [{ kind: 'text', label, text }];
}
