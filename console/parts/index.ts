export {
  ActionBar,
  Checkbox,
  CurrentPassword,
  FaultSummary,
  FaultText,
  fieldsOf,
  Field,
  FileField,
  Form,
  Hidden,
  Internal,
  INTERNAL_FIELDS,
  NewPassword,
  Reason,
  ResentForm,
  Select,
  TextArea,
} from './forms';
export type { FieldParts, Option } from './forms';
export {
  Badge,
  English,
  Facts,
  figure,
  Id,
  Moment,
  Money,
  moneyText,
  Notice,
  ReferenceLink,
  Period,
  StatusBadge,
  times,
  type Tone,
} from './show';
export { Icon, type IconName } from './icon';
export { Live } from './live';
export { BY_TIME, Empty, Filters, isNarrowed, ListFoot, Table, timeOrder, type Column, type Order } from './lists';
