import { describeConditionOrders } from './condition-orders';

describeConditionOrders(1);
