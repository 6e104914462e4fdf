/** A trade agreement under which origin can be certified. */
export interface OriginAgreement {
  code: string;
  name: string;
  members: ReadonlySet<string>;
}

const members = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/**
 * The five agreements that the service covers, with the countries that sign their certificates.
 * Source: specification, "Country tariff profile"
 */
export const ORIGIN_AGREEMENTS: readonly OriginAgreement[] = [
  { code: 'USMCA', name: 'United States-Mexico-Canada Agreement', members: members('CA MX US') },
  {
    code: 'EU',
    name: 'European single market',
    members: members('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'),
  },
  {
    code: 'RCEP',
    name: 'Regional Comprehensive Economic Partnership',
    members: members('AU BN CN ID JP KH KR LA MM MY NZ PH SG TH VN'),
  },
  {
    code: 'AFCFTA',
    name: 'African Continental Free Trade Area',
    members: members(
      'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RW SC SD SL SN SO SS ST SZ TD TG TN TZ UG ZA ZM ZW',
    ),
  },
  {
    code: 'CPTPP',
    name: 'Comprehensive and Progressive Agreement for Trans-Pacific Partnership',
    members: members('AU BN CA CL JP MX MY NZ PE SG VN'),
  },
];

const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Finds an agreement by code or name, whatever the case. */
export function findOriginAgreement(text: string): OriginAgreement | undefined {
  const wanted = plain(text);
  return ORIGIN_AGREEMENTS.find((agreement) => plain(agreement.code) === wanted || plain(agreement.name) === wanted);
}
