import type { Agreement } from '../../tariffs/schedule/agreements';

/** Other names of agreements, as certificates and treaties write them, in the form of `plain`. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  EU: 'EUSINGLEMARKET',
  EUROPEANSINGLEMARKET: 'EUSINGLEMARKET',
  EUROPEANUNION: 'EUSINGLEMARKET',
  UNITEDSTATESMEXICOCANADAAGREEMENT: 'USMCA',
  REGIONALCOMPREHENSIVEECONOMICPARTNERSHIP: 'RCEP',
  AFRICANCONTINENTALFREETRADEAREA: 'AFCFTA',
};

const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Finds an agreement by the name that tariffs give it, by its title or by another usual name, whatever the case. */
export function findOriginAgreement(known: readonly Agreement[], text: string): Agreement | undefined {
  const said = plain(text);
  const wanted = OTHER_NAMES[said] ?? said;
  return known.find(({ name, title }) => plain(name) === wanted || plain(title) === wanted);
}

/** What a certificate prints for an agreement. */
export function agreementText({ name, title }: Agreement): string {
  return name === title ? name : `${name}: ${title}`;
}
