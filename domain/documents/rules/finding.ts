import type { FieldFault } from '../../errors';

/** Something worth a look that does not stop the document. */
export interface DocumentWarning {
  field: string;
  code: string;
  message: string;
}

/** What the cross-checks of a document found: faults refuse it, warnings are told. Fields are relative to `data`. */
export interface Findings {
  faults: FieldFault[];
  warnings: DocumentWarning[];
}

/** Findings as they are gathered. */
export class FindingList implements Findings {
  readonly faults: FieldFault[] = [];
  readonly warnings: DocumentWarning[] = [];

  fault(field: string, code: string, message: string): void {
    this.faults.push({ field, code, message });
  }

  warn(field: string, code: string, message: string): void {
    this.warnings.push({ field, code, message });
  }
}
