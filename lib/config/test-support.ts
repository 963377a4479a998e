import type { DeploymentLabels } from './labels'

/** The labels of a deployment, for tests. */
export const testLabels: DeploymentLabels = { environment: 'staging', subnet_id: '01GP9XF4P15QXKPT7JYSGDJHJ3' }
