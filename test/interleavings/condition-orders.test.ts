import { describeConditionOrders } from './condition-orders';

/** One order of 61; all of them: condition-orders.deep.ts. */
describeConditionOrders(61);
