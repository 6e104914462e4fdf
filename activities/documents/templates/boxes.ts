import type { Party } from '../../../domain/documents/fields';
import type { Transport } from '../../../domain/documents/transport';
import type { Locale } from '../../../domain/documents/document';
import type { Labels } from '../labels';
import { countryText } from './format';
import type { Box, BoxLine, TailBlock } from './view';

/** Lines for what is there; what is absent leaves no trace. */
export function lines(...pairs: [label: string, text: string | undefined][]): BoxLine[] {
  return pairs.flatMap(([label, text]) => (text === undefined || text === '' ? [] : [{ label, text }]));
}

export function textBox(label: string, text: string | undefined): Box {
  return { label, lines: text === undefined ? [] : [{ text }] };
}

export function strongBox(label: string, text: string): Box {
  return { label, lines: [{ text, strong: true }] };
}

/** A party whose address may be missing, as a carrier's may. */
type AnyParty = Omit<Party, 'address' | 'country'> & { address?: string | undefined; country?: string | undefined };

export function partyBox(label: string, party: AnyParty, labels: Labels, locale: Locale): Box {
  const plain = [party.address, party.country === undefined ? undefined : countryText(party.country, locale)];
  const contact = [party.contact, party.phone, party.email].filter((text) => text !== undefined);
  return {
    label,
    lines: [
      { text: party.name, strong: true },
      ...plain.flatMap((text) => (text === undefined ? [] : [{ text }])),
      ...lines([labels.taxId, party.taxId], ['EORI', party.eori]),
      ...contact.map((text) => ({ text })),
    ],
  };
}

export function transportBox(transport: Transport, labels: Labels): Box {
  return {
    label: labels.transport,
    lines: lines(
      [labels.mode, labels[transport.mode]],
      [labels.vessel, transport.vessel],
      [labels.voyage, transport.voyage],
      [labels.placeOfReceipt, transport.placeOfReceipt],
      [labels.portOfLoading, transport.portOfLoading],
      [labels.portOfDischarge, transport.portOfDischarge],
      [labels.placeOfDelivery, transport.placeOfDelivery],
      [labels.departureDate, transport.departureDate],
    ),
  };
}

interface Signer {
  name: string;
  title?: string | undefined;
  place?: string | undefined;
  date?: string | undefined;
}

/** The signature block; empty lines are there to be written on. */
export function signatureBlock(label: string, signer: Signer | undefined): TailBlock {
  const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined).join(', ');
  return {
    kind: 'signature',
    label,
    placeAndDate: joined(signer?.place, signer?.date),
    name: joined(signer?.name, signer?.title),
  };
}

export function textBlocks(label: string, text: string | undefined): TailBlock[] {
  return text === undefined ? [] : [{ kind: 'text', label, text }];
}
