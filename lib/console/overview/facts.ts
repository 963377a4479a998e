import 'server-only'
import { config, unknownVariablesHere } from '@/lib/config'
import { lastClockErrorMs } from '@/lib/console/shared/service-clock'
import { brand } from '@/lib/skin'
import { store } from '@/lib/store'
import { checkedNames } from '@/lib/console/shared/checked-names'
import type { DeploymentFacts } from './problems'

/** Reads the current facts about this deployment, without a call to the service. */
export async function deploymentFacts(): Promise<DeploymentFacts> {
  const { app, login, service } = config()
  return {
    connectUrl: `${app.origin}/connect`,
    isDemoLogin: login.isDemo,
    supportUrl: brand('en').supportUrl,
    clockErrorMs: lastClockErrorMs(),
    unknownVariables: unknownVariablesHere(),
    names: await checkedNames(store(), { service }),
  }
}
