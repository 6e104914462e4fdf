/** Does what call.py does, with the client of TypeScript as it is installed in the folder of this program. */
import { createInterface } from 'node:readline';

const [, , settings, packageName] = process.argv;
const corridor = await import(packageName);
const { baseUrl, apiKey, operatorKey, partnerKey, partnerSecret } = JSON.parse(settings);
const subjects = {
  client: corridor.createClient({ baseUrl, apiKey }),
  operator: corridor.createClient({ baseUrl, apiKey: operatorKey }),
  partner: corridor.createPartner({ baseUrl, apiKey: partnerKey, secret: partnerSecret }),
  corridor,
};

/** An argument; bytes come as {"bytes": base64}. */
const given = (value) => (typeof value?.bytes === 'string' ? Buffer.from(value.bytes, 'base64') : value);

async function shown(value) {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') };
  if (value?.[Symbol.asyncIterator] === undefined) return value ?? null;
  const items = [];
  for await (const item of value) items.push(item);
  return items;
}

async function answer({ call, args, named }) {
  const members = call.split('.');
  const name = members.pop();
  const subject = members.reduce((found, member) => found[member], subjects);
  const query = Object.keys(named).length === 0 ? [] : [named];
  try {
    return { answer: await shown(await subject[name](...args.map(given), ...query)) };
  } catch (fault) {
    return { fault: { type: fault.name, message: fault.message, ...fault } };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await answer(JSON.parse(line))));
}
