export { StackedBars } from './bars';
export { ChartBox } from './figure';
export { firstHour, HourlyResults } from './hours';
export { Lines } from './lines';
export { BarRows, Segments } from './rows';
export { duration, share, short } from './words';
export { STATUS_COLOURS } from './status-colours';
