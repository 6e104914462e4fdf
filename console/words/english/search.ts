/** The search over a side. */
export const search = {
  title: 'Search',
  found: (text: string): string => `Found for “${text}”, the newest first.`,
  finds: 'The field at the top of each page finds:',
  nothing: (text: string): string => `Nothing found for “${text}”. Search finds:`,
  ids: 'the id of a payment, beneficiary, batch, shipment, document, endpoint, delivery or request',
  references: 'a reference, exactly: of a payment your own, the partner’s or the bank’s; of a shipment your own',
  amounts: (among: string): string => `an amount, such as 1,250.50, among your newest ${among} payments`,
  payees: (among: string): string => `a part of a payee’s name, among your newest ${among} payments`,
};
