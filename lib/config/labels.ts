import 'server-only'
import { config } from './index'

/** Identifies the deployment of a metric, a log line, a webhook or a span. */
export type DeploymentLabels = Record<'environment' | 'subnet_id', string>

/**
 * Returns the labels of this deployment. The names are the same everywhere, so that one query finds the metrics, log
 * lines and webhooks of one subnet.
 */
export function deploymentLabels(): DeploymentLabels {
  const { environment, subnetId } = config().service
  return { environment, subnet_id: subnetId }
}
