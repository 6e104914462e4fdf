import { Design } from './design-page';
import type { ConsoleRoute } from '../route';

export const DESIGN_ROUTES: readonly ConsoleRoute[] = [
  {
    method: 'get',
    path: '/console/design',
    access: 'insider',
    handle: async () => ({ kind: 'page', title: 'Design', body: <Design /> }),
  },
];
