/**
 * `npm run notices`: writes what a distribution of the service has to say of the packages in it into the folder `notices`:
 * `sbom.cdx.json`, a bill of materials in CycloneDX 1.6, and `THIRD-PARTY-NOTICES.txt`, the licence of each package in its
 * own words. It lists the packages that the lock file needs at run time and that are installed. `npm sbom --omit=dev` leaves
 * out those that development needs, too, such as Temporal's worker.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from './lib/project.mjs';

const PLACE = inProject('notices');
const LICENCE = /^(licen[cs]e|copying|notice|ofl)/i;

const textOf = (...place) => readFileSync(inProject(...place), 'utf8').trim();
const jsonOf = (...place) => JSON.parse(textOf(...place));

/** @returns {{place: string, name: string, version: string, licence: string, integrity: string}[]} */
function installedPackages() {
  const locked = Object.entries(jsonOf('package-lock.json').packages);
  const needed = locked.filter(
    ([place, { dev }]) => place !== '' && !dev && existsSync(inProject(place, 'package.json')),
  );
  return needed.map(([place, { integrity }]) => {
    const { name, version, license } = jsonOf(place, 'package.json');
    return { place, name, version, licence: license?.type ?? license ?? 'see its text', integrity };
  });
}

function componentOf({ name, version, licence, integrity }) {
  const [algorithm, digest] = integrity.split('-');
  const content = Buffer.from(digest, 'base64').toString('hex');
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [{ alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content }],
    licenses: [{ license: { name: licence } }],
  };
}

function noticeOf({ place, name, version, licence }) {
  const files = readdirSync(inProject(place)).filter((file) => LICENCE.test(file));
  return [`${name} ${version} (${licence})`, ...files.map((file) => textOf(place, file))].join('\n\n');
}

const packages = installedPackages();
const { name, version } = jsonOf('package.json');
const components = [...new Map(packages.map((one) => [`${one.name}@${one.version}`, componentOf(one)])).values()];
const component = { type: 'application', 'bom-ref': `${name}@${version}`, name, version };
const bill = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component }, components };
const notices = packages.map(noticeOf).join(`\n\n${'-'.repeat(80)}\n\n`);
mkdirSync(PLACE, { recursive: true });
writeFileSync(path.join(PLACE, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
writeFileSync(path.join(PLACE, 'THIRD-PARTY-NOTICES.txt'), `${notices}\n`);
