/**
 * What a submission may be made of: the members of the order of docs/PARTNERS.md that hold a text or a number, as JSON
 * Pointers. Source: docs/GAPS.md#P14
 */
export const ORDER_MEMBERS = [
  '/instructionId',
  '/amount',
  '/currency',
  '/beneficiary/name',
  '/beneficiary/type',
  '/beneficiary/country',
  '/beneficiary/bankAccount/accountNumber',
  '/beneficiary/bankAccount/bankName',
  '/beneficiary/bankAccount/swiftBic',
  '/beneficiary/bankAccount/clearing/scheme',
  '/beneficiary/bankAccount/clearing/code',
  '/beneficiary/bankAccount/country',
  '/beneficiary/address/street',
  '/beneficiary/address/building',
  '/beneficiary/address/city',
  '/beneficiary/address/postalCode',
  '/beneficiary/address/state',
  '/beneficiary/address/country',
  '/debtor/name',
  '/debtor/country',
  '/debtor/address/street',
  '/debtor/address/building',
  '/debtor/address/city',
  '/debtor/address/postalCode',
  '/debtor/address/state',
  '/debtor/address/country',
  '/purpose/code',
  '/purpose/description',
  '/purpose/nationalCode',
  '/remittance/text',
  '/remittance/reference',
  '/chargeBearer',
  '/settlementTimeline',
  '/valueDate',
  '/uetr',
  '/callbacks/status',
  '/callbacks/settlement',
] as const;

/** What an inquiry may be made of: nothing else is known of a payment in doubt. */
export const INQUIRY_MEMBERS = ['/instructionId'] as const;

/** What a cancellation may be made of; an inquiry finds the reference of the bank. */
export const CANCELLATION_MEMBERS = ['/instructionId', '/bankReference'] as const;

/** What a recall may be made of. */
export const RECALL_MEMBERS = [
  '/instructionId',
  '/bankReference',
  '/amount',
  '/currency',
  '/reasonCode',
  '/reason',
] as const;
