/**
 * Makes test/fixtures/kubernetes/schemas.json: what Kubernetes, KEDA and the Prometheus operator say of the kinds that
 * the chart has, from their own modules. Needs Go, and is run for a newer Kubernetes:
 * `node scripts/kubernetes-schemas.mjs`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { SetUpError, runMain } from './lib/failure.mjs';
import { findGo } from './lib/go-build.mjs';
import { inProject } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const KUBERNETES = 'k8s.io/kubernetes@v1.36.3';
const KINDS = [
  'apps/v1/Deployment',
  'autoscaling/v2/HorizontalPodAutoscaler',
  'batch/v1/CronJob',
  'batch/v1/Job',
  'networking.k8s.io/v1/Ingress',
  'networking.k8s.io/v1/NetworkPolicy',
  'policy/v1/PodDisruptionBudget',
  'v1/ConfigMap',
  'v1/Service',
];
const KEDA = 'github.com/kedacore/keda/v2@v2.21.0';
const PROMETHEUS = 'github.com/prometheus-operator/prometheus-operator@v0.85.0';
const RESOURCES = [
  [KEDA, 'config/crd/bases/keda.sh_scaledobjects.yaml'],
  [KEDA, 'config/crd/bases/keda.sh_triggerauthentications.yaml'],
  [PROMETHEUS, 'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml'],
  [PROMETHEUS, 'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml'],
];
const DOWNLOAD_LIMIT_MS = 10 * 60 * 1000;
const KEPT = ['$ref', 'enum', 'type', 'required', 'minimum', 'maximum', 'pattern', 'minItems', 'maxItems', 'minLength'];

const folders = new Map();

async function folderOf(go, module) {
  if (!folders.has(module)) {
    const said = await run(go, ['mod', 'download', '-json', module], { limitMs: DOWNLOAD_LIMIT_MS });
    folders.set(module, JSON.parse(said).Dir);
  }
  return folders.get(module);
}

/** Some patterns are in the dialect of Go. */
function isPattern(text) {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** A schema without its prose, in which a member that it does not name is a fault. */
function strict(schema) {
  if (schema['x-kubernetes-int-or-string'] || schema.format === 'int-or-string') return { type: ['string', 'integer'] };
  const kept = Object.fromEntries(Object.entries(schema).filter(([name]) => KEPT.includes(name)));
  if (kept.pattern !== undefined && !isPattern(kept.pattern)) delete kept.pattern;
  if (schema.nullable && typeof kept.type === 'string') kept.type = [kept.type, 'null'];
  if (schema.items) kept.items = strict(schema.items);
  const { properties, additionalProperties } = schema;
  if (properties) {
    kept.properties = Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, strict(value)]));
  }
  if (typeof additionalProperties === 'object') kept.additionalProperties = strict(additionalProperties);
  else if (properties && !schema['x-kubernetes-preserve-unknown-fields']) kept.additionalProperties = false;
  return kept;
}

function referencesIn(value) {
  return [...JSON.stringify(value).matchAll(/"#\/definitions\/([^"]+)"/g)].map(([, name]) => name);
}

await runMain(async () => {
  const go = await findGo();
  if (go === null) throw new SetUpError('Go is needed to fetch the modules that have the schemas.');
  const definitions = {};
  const kinds = {};
  const file = path.join(await folderOf(go, KUBERNETES), 'api', 'openapi-spec', 'swagger.json');
  const all = JSON.parse(readFileSync(file, 'utf8')).definitions;
  const add = (name) => {
    if (name in definitions) return;
    definitions[name] = strict(all[name]);
    referencesIn(definitions[name]).forEach(add);
  };
  for (const [name, definition] of Object.entries(all)) {
    for (const { group, version, kind } of definition['x-kubernetes-group-version-kind'] ?? []) {
      const key = [group, version, kind].filter((part) => part !== '').join('/');
      if (!KINDS.includes(key)) continue;
      add(name);
      kinds[key] = { $ref: `#/definitions/${name}` };
    }
  }
  const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
  for (const [module, name] of RESOURCES) {
    const { spec } = parse(readFileSync(path.join(await folderOf(go, module), name), 'utf8'));
    for (const version of spec.versions.filter(({ served }) => served)) {
      const schema = strict(version.schema.openAPIV3Schema);
      schema.properties.metadata = { $ref: `#/definitions/${meta}` };
      kinds[`${spec.group}/${version.name}/${spec.names.kind}`] = schema;
    }
  }
  const sources = [KUBERNETES, KEDA, PROMETHEUS];
  writeFileSync(
    inProject('test', 'fixtures', 'kubernetes', 'schemas.json'),
    `${JSON.stringify({ sources, kinds, definitions })}\n`,
  );
  return 0;
});
