import 'server-only'
import { config } from './index'

/** Names the deployment that a metric, a log line, a webhook or a span comes from. */
export type DeploymentLabels = Record<'environment' | 'subnet_id', string>

/**
 * The labels of this deployment, under the same names everywhere: one query then finds the metrics, the log lines and the
 * webhooks of one subnet among those of an operator's others.
 */
export function deploymentLabels(): DeploymentLabels {
  const { environment, subnetId } = config().service
  return { environment, subnet_id: subnetId }
}
