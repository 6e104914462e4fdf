import { CUSTOMS_PAPERS } from '../../facts/customs';
import { factAt } from '../../facts/read-facts';
import { scheduleOf } from '../schedule/countries';

/** Papers that a customs entry takes; null where we do not know. */
export interface CustomsRequirements {
  commercialInvoice: boolean | null;
  packingList: boolean | null;
  certificateOfOrigin: boolean | null;
  billOfLading: boolean | null;
}

const NOTHING: CustomsRequirements = {
  commercialInvoice: null,
  packingList: null,
  certificateOfOrigin: null,
  billOfLading: null,
};

/** Papers that a country asks for in general at a date, with the rule that says so; nulls where none is recorded. */
export function customsRequirements(
  country: string,
  date: string,
): { requirements: CustomsRequirements; source: string | null } {
  const stated = factAt(CUSTOMS_PAPERS, scheduleOf(country), date)?.value ?? null;
  if (stated === null) return { requirements: NOTHING, source: null };
  const { law: source, ...requirements } = stated;
  return { requirements, source };
}
