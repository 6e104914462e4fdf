import type { Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { memberOf } from '../../domain/unknown-value';
import { documentsNamespaceOf, withTemporal, type TemporalTarget } from '../../workflows/client/connection';
import { ok, warning, withTimeLimit, type Finding } from './finding';

const LIMIT_MS = 5_000;
const { WORKER_DEPLOYMENT_VERSION_STATUS_DRAINING: DRAINING } = temporal.api.enums.v1.WorkerDeploymentVersionStatus;
/** gRPC's status of a deployment that no worker has ever named. */
const NOT_FOUND = 5;

interface Place {
  connection: Connection;
  namespace: string;
  deploymentName: string;
}

/** The deployment of versioned workers; null where there is none. */
async function readDeployment({ connection, namespace, deploymentName }: Place) {
  try {
    const { workflowService } = connection;
    const { workerDeploymentInfo } = await workflowService.describeWorkerDeployment({ namespace, deploymentName });
    return workerDeploymentInfo ?? null;
  } catch (fault) {
    if (memberOf(fault, 'code') === NOT_FOUND) return null;
    throw fault;
  }
}

/** Checks whether workflows are pinned to a draining release: they stop once its workers are stopped. */
async function checkDraining({ connection, namespace }: Place, version: string): Promise<Finding> {
  const held = `TemporalWorkerDeploymentVersion = '${version}' and TemporalWorkflowVersioningBehavior = 'Pinned'`;
  const query = `${held} and ExecutionStatus = 'Running'`;
  const { count } = await connection.workflowService.countWorkflowExecutions({ namespace, query });
  const follow = `temporal workflow update-options --namespace ${namespace} --versioning-override-behavior auto_upgrade`;
  return warning(
    'releases',
    `${version} drains: ${String(count)} running workflows are pinned to it`,
    `Keep its workers until it has drained, or let them follow: ${follow} --query "${query}"`,
  );
}

/** Checks the releases of a deployment: the current one, and those that drain. */
async function checkDeployment(place: Place): Promise<Finding[]> {
  const { deploymentName } = place;
  const deployment = await readDeployment(place);
  const versions = deployment?.versionSummaries ?? [];
  if (versions.length === 0) return [];
  const current = deployment?.routingConfig?.currentDeploymentVersion?.buildId ?? '';
  if (current === '') {
    const todo = `temporal worker deployment set-current-version --deployment-name ${deploymentName} --build-id RELEASE`;
    return [warning('releases', 'none is current: versioned workers get no work', todo)];
  }
  const draining = versions.filter(({ status }) => status === DRAINING);
  const names = draining.map(({ deploymentVersion }) => `${deploymentName}:${deploymentVersion?.buildId ?? ''}`);
  const held = await Promise.all(names.map((name) => checkDraining(place, name)));
  return [ok('releases', `${deploymentName}:${current} is current`), ...held];
}

/**
 * Checks the releases of versioned workers in every namespace.
 * @returns empty where workers have no versions, or Temporal does not answer, which another finding reports
 * Source: docs/OPERATIONS.md, "Upgrades"
 */
export async function checkReleases(target: TemporalTarget | null, deploymentName: string): Promise<Finding[]> {
  if (target === null) return [];
  const namespaces = [...new Set([target.namespace, documentsNamespaceOf(target)])];
  const look = (connection: Connection): Promise<Finding[][]> =>
    Promise.all(namespaces.map((namespace) => checkDeployment({ connection, namespace, deploymentName })));
  return withTimeLimit(LIMIT_MS, withTemporal(target, look)).then(
    (findings) => findings.flat(),
    () => [],
  );
}
