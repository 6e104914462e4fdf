import type { ProformaInvoiceData } from '../../kinds/proforma-invoice';
import { currencyDigits, toMinor } from '../../../money';
import { labelsOf } from '../labels';
import { rowsBox } from './boxes';
import { moneyText } from './format';
import { invoiceView } from './invoice';
import type { SheetView } from './view';

/** The sheet of a proforma invoice: an offer, marked as no demand for payment. Source: docs/GAPS.md#D3 */
export function proformaInvoice(data: ProformaInvoiceData): SheetView {
  const locale = data.locale ?? 'en';
  const labels = labelsOf(locale);
  const digits = currencyDigits(data.currency) ?? 2;
  const invoiceRef = data.proformaNumber === undefined ? undefined : data.invoiceNumber;
  const boxes = rowsBox(
    labels.proforma_invoice,
    [labels.validUntil, data.validUntil],
    [labels.leadTime, data.leadTime],
    [labels.invoiceRef, invoiceRef],
  );
  const deposit = data.deposit === undefined ? null : moneyText(toMinor(data.deposit, digits), digits);
  return invoiceView(
    data,
    {
      title: labels.proforma_invoice,
      number: data.proformaNumber ?? data.invoiceNumber ?? '',
      mark: labels.notPayment,
      boxes,
      totals: deposit === null ? [] : [{ label: labels.deposit, text: deposit }],
    },
    locale,
  );
}
