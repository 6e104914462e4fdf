import { ownAsset } from '../assets';

const script = (name: string, isCompressed = false) => ownAsset(__dirname, `/docs/assets/${name}.js`, isCompressed);

/** Scripts of the documentation. */
export const DOCS_SCRIPTS = {
  beforeReference: script('before-reference'),
  explorer: script('openapi-explorer', true),
  startReference: script('start-reference'),
  copyCode: script('copy-code'),
};
