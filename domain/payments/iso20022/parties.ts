import { compactAccountNumber, isMeantAsIban } from '../instruction/bank-account';
import { group, text, type Part } from './element';

/** A postal address as an instruction or a setting has it. */
export interface PostalAddress {
  street?: string | undefined;
  building?: string | undefined;
  city?: string | undefined;
  postalCode?: string | undefined;
  state?: string | undefined;
  country?: string | undefined;
}

/** Characters that the members of `PstlAdr` have room for. Source: ISO 20022, PostalAddress24 */
const ROOM = { StrtNm: 70, BldgNb: 16, BldgNm: 35, PstCd: 16, TwnNm: 35, CtrySubDvsn: 35, AdrLine: 70 };

function cut(value: string, length: number): string {
  return Array.from(value).slice(0, length).join('');
}

/** Splits a text into lines of the length of an address line. */
function splitLines(value: string): string[] {
  const characters = Array.from(value);
  const count = Math.ceil(characters.length / ROOM.AdrLine);
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * ROOM.AdrLine, (index + 1) * ROOM.AdrLine).join(''),
  );
}

/**
 * A structured address. A value that is too long for its member goes into address lines as a whole; the beginning of a
 * town stays in its member too, because banks require it.
 * @param country of the party, where its address names none
 * Source: ISO 20022, PostalAddress24
 */
function postalAddress(address: PostalAddress | undefined, country: string): Part {
  const { street = '', building = '', city = '', postalCode = '', state = '' } = address ?? {};
  const lines: string[] = [];
  const fitOrMoveToLines = (name: keyof typeof ROOM, value: string): Part => {
    if (Array.from(value).length <= ROOM[name]) return text(name, value);
    lines.push(...splitLines(value));
    return name === 'TwnNm' ? text(name, cut(value, ROOM.TwnNm)) : null;
  };
  const isNumber = /^[0-9]/.test(building) && Array.from(building).length <= ROOM.BldgNb;
  const members = [
    fitOrMoveToLines('StrtNm', street),
    fitOrMoveToLines(isNumber ? 'BldgNb' : 'BldgNm', building),
    fitOrMoveToLines('PstCd', postalCode),
    fitOrMoveToLines('TwnNm', city),
    fitOrMoveToLines('CtrySubDvsn', state),
    text('Ctry', address?.country ?? country),
  ];
  return group('PstlAdr', ...members, ...lines.map((line) => text('AdrLine', line)));
}

const LEI = /^[A-Z0-9]{18}[0-9]{2}$/;

/** @returns whether it has the shape of a legal entity identifier. Source: ISO 17442 */
export function isLei(value: string): boolean {
  return LEI.test(value);
}

/** Who pays, is paid, or is paid for. */
export interface Party {
  name: string;
  country: string;
  address?: PostalAddress | undefined;
  /** Of an organisation. */
  lei?: string | undefined;
}

/**
 * An element of a party: name, address and LEI.
 * @param element such as `Cdtr`
 */
export function party(element: string, { name, country, address, lei }: Party): Part {
  return group(
    element,
    text('Nm', name),
    postalAddress(address, country),
    lei !== undefined && isLei(lei) ? group('Id', group('OrgId', text('LEI', lei))) : null,
  );
}

/** An account by its IBAN, else by its number. @param element such as `CdtrAcct`; `country` is that of the account */
export function account(element: string, accountNumber: string, country: string): Part {
  const id = isMeantAsIban(accountNumber, country)
    ? text('IBAN', compactAccountNumber(accountNumber))
    : group('Othr', text('Id', accountNumber));
  return group(element, group('Id', id));
}

/** What is known of a bank. */
export interface Bank {
  bic?: string | undefined;
  /** Its clearing system, by its code in ISO 20022, and its code there. */
  clearing?: { scheme: string; code: string } | undefined;
  name?: string | undefined;
}

/**
 * An element of a bank; none where only the account names the bank, as an IBAN does.
 * @param element such as `CdtrAgt`
 */
export function agent(element: string, { bic, clearing, name }: Bank): Part {
  const system =
    clearing === undefined
      ? null
      : group('ClrSysMmbId', group('ClrSysId', text('Cd', clearing.scheme)), text('MmbId', clearing.code));
  // A name alone says nothing that a bank could work with.
  if (bic === undefined && system === null) return null;
  return group(element, group('FinInstnId', text('BICFI', bic), system, text('Nm', name)));
}
