import { bodyFor, LISTED, NEAR, ScreeningScene } from './support/screening-scene';

interface Listed {
  screeningId: string;
  decision: string;
  instructionId: string | null;
}

let scene: ScreeningScene;

beforeAll(async () => {
  scene = await ScreeningScene.open();
});

const get = (query: string, key = scene.operator) =>
  scene.stack.call('GET', `/v1/operator/screenings${query}`, { key });
const itemsOf = async (query: string) => (await get(query)).body['data'] as Listed[];
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Source: docs/GAPS.md#P13 */
describe('refused attempts', () => {
  it('are listed with their receipts, the newest first, page by page and by time', async () => {
    for (const clientReference of ['one', 'two', 'three']) {
      expect((await scene.post(bodyFor(LISTED, { clientReference }))).status).toBe(422);
    }
    expect((await scene.post(bodyFor(NEAR))).status).toBe(201);
    const [first, second, third, ...others] = await itemsOf('?decision=blocked');
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      decision: 'blocked',
      instructionId: null,
      account: { name: 'acme' },
      environment: 'test',
      requestId: expect.stringMatching(/^req_/),
      algorithm: 'names-9',
      parties: expect.arrayContaining([
        expect.objectContaining({ name: LISTED, entries: [expect.objectContaining({ listEntry: 'S-2', score: 1 })] }),
      ]),
    });
    const page = (await get('?limit=2')).body as { data: Listed[]; next_cursor: string };
    expect(page.data).toEqual([first, second]);
    expect(await itemsOf(`?limit=2&cursor=${page.next_cursor}`)).toEqual([third]);
    expect(await itemsOf(`?from=${day(-1)}&to=${day(1)}`)).toHaveLength(3);
    expect(await itemsOf(`?from=${day(1)}`)).toEqual([]);
    expect(await itemsOf(`?to=${day(-1)}`)).toEqual([]);
    expect(await itemsOf('?decision=review')).toMatchObject([{ instructionId: expect.stringMatching(/^instr_/) }]);
  });

  it('are a file of a line for each similar entry', async () => {
    const headers = { authorization: `Bearer ${scene.operator}` };
    const file = await fetch(`${scene.stack.baseUrl}/v1/operator/screenings?format=csv`, { headers });
    expect(file.headers.get('content-type')).toMatch(/^text\/csv/);
    const [head, ...lines] = (await file.text()).trim().split('\r\n');
    expect(head).toMatch(/^screeningId,screenedAt,decision,account,environment,requestId,instructionId,party,name,/);
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(/,blocked,acc_.*,beneficiary,.*,S-2,.*,1,,names-9$/);
  });

  it('are for the people who decide about them alone', async () => {
    expect((await get('', scene.key)).status).toBe(403);
  });

  it.each(['?decision=clear', '?from=soon', '?format=pdf'])('are refused as %s', async (query) => {
    expect((await get(query)).status).toBe(400);
  });
});
