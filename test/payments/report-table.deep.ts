import { PaymentScene } from '../support/payment-scene';
import { ALL_REPORTS, expectAsInTable } from './report-table';

let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

describe('every report of every status', () => {
  it.each(ALL_REPORTS)('%s, reported %s: as the table says', (...report) => expectAsInTable(scene, report));
});
