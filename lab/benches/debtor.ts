/** The debtor whose account a bank by files debits, as settings of an `iso20022` partner. */
export const DEBTOR = {
  profile: 'generic' as const,
  debtorName: 'Example Trading GmbH',
  debtorAccount: 'DE89370400440532013000',
  debtorBic: 'COBADEFFXXX',
  debtorCountry: 'DE',
  debtorCity: 'Berlin',
};
