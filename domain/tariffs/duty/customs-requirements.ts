import { scheduleOf } from '../schedule/countries';

/** Papers that a customs entry takes; null where we do not know. */
export interface CustomsRequirements {
  commercialInvoice: boolean | null;
  packingList: boolean | null;
  certificateOfOrigin: boolean | null;
  billOfLading: boolean | null;
}

interface Stated {
  requirements: CustomsRequirements;
  source: string;
}

/** In general a certificate of origin is asked for only where a preference is claimed or a measure names an origin. */
const INVOICE_LIST_AND_TRANSPORT: CustomsRequirements = {
  commercialInvoice: true,
  packingList: true,
  certificateOfOrigin: false,
  billOfLading: true,
};

/** A packing list is asked for with some goods, and nothing asks for one in general. */
const INVOICE_AND_TRANSPORT: CustomsRequirements = { ...INVOICE_LIST_AND_TRANSPORT, packingList: false };

const STATED: Readonly<Record<string, Stated>> = {
  US: {
    requirements: INVOICE_LIST_AND_TRANSPORT,
    source: 'United States, 19 CFR 142.3 (entry documentation required) and 19 CFR 141.11 (right to make entry)',
  },
  EU: {
    requirements: INVOICE_AND_TRANSPORT,
    source: 'Regulation (EU) No 952/2013, article 163 and Implementing Regulation (EU) 2015/2447, article 145',
  },
  GB: {
    requirements: INVOICE_AND_TRANSPORT,
    source: 'HM Revenue & Customs, guidance on the papers needed for an import declaration',
  },
};

const NOTHING: CustomsRequirements = {
  commercialInvoice: null,
  packingList: null,
  certificateOfOrigin: null,
  billOfLading: null,
};

/** Papers that a country asks for in general, with the rule that says so; nulls where none is recorded. */
export function customsRequirements(country: string): { requirements: CustomsRequirements; source: string | null } {
  return STATED[scheduleOf(country)] ?? { requirements: NOTHING, source: null };
}
