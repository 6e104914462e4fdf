import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { apiAccess } from '../../cli/api-access';
import { DataDir } from '../../cli/place';
import { closeAtEnd } from '../support/closing';

const RUN = {
  ...{ baseUrl: 'http://127.0.0.1:8080', temporalUi: null, temporalAddress: '', databaseUrl: '' },
  ...{ apiKey: 'key of this machine', partnerKey: '', operatorKey: '', pids: {} },
};

function dataDirOf(run: object | null): DataDir {
  const folder = mkdtempSync(path.join(tmpdir(), 'corridor-access-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  if (run !== null) writeFileSync(path.join(folder, 'run.json'), JSON.stringify(run));
  return new DataDir(folder);
}

describe('a command that is a client', () => {
  const given = process.env['CORRIDOR_API_KEY'];
  beforeEach(() => delete process.env['CORRIDOR_API_KEY']);
  afterEach(() => {
    if (given === undefined) delete process.env['CORRIDOR_API_KEY'];
    else process.env['CORRIDOR_API_KEY'] = given;
  });

  it('has the key of the service in the data directory for that service', () => {
    const access = { baseUrl: RUN.baseUrl, key: RUN.apiKey };
    expect(apiAccess(dataDirOf(RUN), undefined)).toEqual(access);
    expect(apiAccess(dataDirOf(RUN), `${RUN.baseUrl}/`)).toEqual(access);
  });

  it.each([
    'http://127.0.0.1:8081',
    'https://127.0.0.1:8080',
    'http://bank.example',
    'http://127.0.0.1.bank.example:8080',
  ])('sends that key to no other address: %s', (address) => {
    expect(() => apiAccess(dataDirOf(RUN), address)).toThrow(/is for http:\/\/127\.0\.0\.1:8080/);
    process.env['CORRIDOR_API_KEY'] = 'key of that service';
    expect(apiAccess(dataDirOf(RUN), address)).toEqual({ baseUrl: address, key: 'key of that service' });
  });

  it('says what is missing where no service is known', () => {
    expect(() => apiAccess(dataDirOf(null), undefined)).toThrow(/No running Corridor/);
    expect(() => apiAccess(dataDirOf(null), 'http://bank.example')).toThrow(/CORRIDOR_API_KEY/);
  });
});
