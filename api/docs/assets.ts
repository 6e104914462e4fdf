import { ownAsset } from '../assets';

const script = (name: string) => ownAsset(__dirname, `/docs/assets/${name}.js`);

/** Scripts of the documentation. */
export const DOCS_SCRIPTS = {
  copyCode: script('copy-code'),
  tryRequest: script('try-request'),
};
