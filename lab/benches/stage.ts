import { startFloors, type Floors } from './floors/floors';
import { Platform } from './platform';
import { startService, type Service } from './service';

/** What the benchmarks compare: the service, and the floors that no service can go below. */
export class Stage extends Platform {
  /** F1 to F4. */
  floors(): Promise<Floors> {
    return this.once('floors', async () => this.stopLater(await startFloors(this), (floors) => floors.close()));
  }

  /** The API and the workers, each in a process of its own, with keys that no limit holds back. */
  service(): Promise<Service> {
    return this.once('service', async () => this.stopLater(await startService(this), (service) => service.close()));
  }
}
