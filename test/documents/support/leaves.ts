import { SaxesParser } from 'saxes';

/**
 * What an XML document says, read by an outside parser.
 * @returns `Parent/Child=text` of each leaf, in order, with the last two names of its path
 */
export function leavesOf(xml: string): string[] {
  const leaves: string[] = [];
  const path: string[] = [];
  let text = '';
  let isLeaf = false;
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', ({ name, attributes }) => {
    const said = Object.entries(attributes).filter(([key]) => !key.startsWith('xmlns'));
    path.push([name.replace(/^\w+:/, ''), ...said.map(([key, value]) => `${key}:${value}`)].join(' '));
    text = '';
    isLeaf = true;
  });
  parser.on('text', (part) => void (text += part));
  parser.on('closetag', () => {
    if (isLeaf) leaves.push(`${path.slice(-2).join('/')}=${text}`);
    isLeaf = false;
    path.pop();
  });
  parser.on('error', (fault) => {
    throw fault;
  });
  parser.write(xml).close();
  return leaves;
}
