import { tokensOf } from './pointer';
import type { DescribedField, DescribedOperation, Description } from './schema';

/** Notes a fault of a member. */
export type Fault = (member: string, code: string, message: string) => void;
type Format = Description['requestFormat'];

/** The name of an element, or of an attribute behind `@`, without a prefix; or the text beside attributes. Source: XML 1.0 */
const XML_NAME = /^(@?[A-Za-z_][A-Za-z0-9_.-]*|#text)$/;

/** Notes a fault if a member's place is impossible in the format: nested in a form, or no path of XML elements. */
function checkPlace(place: readonly string[], format: Format, member: string, fault: Fault): void {
  if (format === 'form' && place.length > 1) fault(member, 'form', 'a form has no members inside of others.');
  if (format !== 'xml') return;
  const isOdd = place.some(
    (token, depth) => !XML_NAME.test(token) || (/^[@#]/.test(token) && (depth === 0 || depth < place.length - 1)),
  );
  if (isOdd || place.length < 2) fault(member, 'xml', 'must name elements of XML from the root on, an attribute by @.');
}

/**
 * Checks the places of a body's members: none is used twice or lies within another, and a list has one entry, since
 * one order is one payment.
 */
function checkPlaces(body: readonly DescribedField[], format: Format, at: string, fault: Fault): void {
  const places = body.map((field) => tokensOf(field.at));
  for (const [index, place] of places.entries()) {
    const member = `${at}.${index}.at`;
    const collides = (other: readonly string[]): boolean =>
      other.every((token, depth) => place[depth] === token) || place.every((token, depth) => other[depth] === token);
    if (places.slice(0, index).some(collides)) fault(member, 'collides', 'is already filled by a member before it.');
    checkPlace(place, format, member, fault);
    if (format === 'xml' && place[0] !== places[0]?.[0]) fault(member, 'xml', 'a document has one root.');
    if (format === 'json' && place.some((token) => /^\d+$/.test(token) && token !== '0')) {
      fault(member, 'list', 'a list has the one entry 0: an order is one payment.');
    }
  }
}

/** Checks that the options of a member fit each other. */
function checkField(field: DescribedField, at: string, fault: Fault): void {
  if ((field.from === undefined) === (field.constant === undefined)) {
    fault(at, 'from_or_constant', 'needs either `from` or `constant`.');
  }
  if (field.as !== undefined && field.from !== '/amount') fault(`${at}.as`, 'not_applicable', 'is for /amount alone.');
  if (field.map !== undefined && (field.from === undefined || field.from === '/amount')) {
    fault(`${at}.map`, 'not_applicable', 'is for texts of the order.');
  }
  if (field.required !== undefined && field.from === undefined) {
    fault(`${at}.required`, 'not_applicable', 'is for members of the order.');
  }
}

/** Judges the members of a body. @param format of requests */
export function checkBody(
  body: readonly DescribedField[] | undefined,
  format: Format,
  operation: DescribedOperation,
  fault: Fault,
): void {
  if (body === undefined) return;
  const at = `${operation}.body`;
  for (const [index, field] of body.entries()) checkField(field, `${at}.${index}`, fault);
  checkPlaces(body, format, at, fault);
}
