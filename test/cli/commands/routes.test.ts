import { Command } from 'commander';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { addRouteCommands } from '../../../cli/commands/routes';
import { MoreRouteFields, RouteFields } from '../../../console/operator/network/route-fields';
import { readRouteFields } from '../../../console/operator/network/route-form';
import { findManaged } from '../../../db/administration/directory';
import { insertRoute } from '../../../db/payments/routing/routes';
import { RouteChange, RouteCreate, RouteRecord } from '../../../domain/payments/routing/route-schema';
import { createTestDatabase } from '../../support/database';
import { insertPartner } from '../../support/rows';

/** Members of a request that is no member of the route. */
const BESIDE = ['reason'];

/** @returns the members that a command takes, by the names of its options */
function optionsOf(name: string): string[] {
  const program = new Command();
  addRouteCommands(program);
  const command = program.commands[0]?.commands.find((one) => one.name() === name);
  const names = (command?.options ?? []).map((option) => option.attributeName());
  return [...new Set(names)].filter((one) => !['id', 'json'].includes(one));
}

describe('a member of a route', () => {
  const members = Object.keys(RouteChange.shape).filter((one) => !BESIDE.includes(one));

  it('can be given to the command that creates one and to the one that changes one', () => {
    const created = Object.keys(RouteCreate.shape).map((one) => (one === 'partnerId' ? 'partner' : one));
    expect(optionsOf('create').sort()).toEqual([...created, ...BESIDE].sort());
    expect(optionsOf('update').sort()).toEqual(Object.keys(RouteChange.shape).sort());
  });

  it('can be given by the form, which sends it to the operation', () => {
    const shown = { entered: { fields: {}, timelines: [] }, faults: {} };
    const html = renderToString(h('div', null, h(RouteFields, shown), h(MoreRouteFields, shown)));
    const named = [...html.matchAll(/ name="(\w+)"/g)].map(([, name = '']) => name);
    // The channel names the route, so the form of each page shows it beside the partner.
    const fields = new Set([...named.map((name) => (name === 'timeline' ? 'timelines' : name)), 'channel']);
    expect(members.filter((one) => !fields.has(one))).toEqual([]);
    const sent = readRouteFields(new URLSearchParams([...fields].map((name) => [name, '1'])));
    expect(members.filter((one) => !(one in sent))).toEqual([]);
  });

  it('is shown by the command and by the operation', async () => {
    const database = await createTestDatabase();
    await insertPartner(database, 'ptn_a');
    const lists = { currencies: ['USD'], countries: ['*'], timelines: ['same_day'] };
    const terms = { channel: 'api', feeFixed: '0', feeBps: '0', priority: 1 };
    const id = await insertRoute(database, { partnerId: 'ptn_a', ...lists, ...terms });
    expect(Object.keys((await findManaged(database, 'route', id)) ?? {})).toEqual(expect.arrayContaining(members));
    expect(Object.keys(RouteRecord.shape)).toEqual(expect.arrayContaining(members));
  });
});
