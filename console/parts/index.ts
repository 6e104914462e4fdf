export { AuditReason, Checkbox, FaultSummary, Field, FileField, Form, Hidden, Select, TextArea } from './forms';
export type { FieldParts } from './forms';
export { Badge, Facts, Id, Moment, Money, Notice, StatusBadge, type Tone } from './show';
export { Live } from './live';
export { Empty, Filters, Pager, Table, type Column } from './lists';
