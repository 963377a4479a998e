import 'server-only'
import { config, unknownVariablesHere } from '@/lib/config'
import { checkedNames, type CheckedName } from '@/lib/console/shared/checked-names'
import { maxClockErrorMs } from '@/lib/console/shared/clock-error'
import { checkConnectUrl } from '@/lib/console/shared/connect-url'
import { lastClockErrorMs } from '@/lib/console/shared/service-clock'
import { brand } from '@/lib/skin'
import { store } from '@/lib/store'

/** A problem that is fine in a trial. The configuration allows it only on loopback. */
interface TrialProblem {
  kind: 'not_https' | 'demo_login'
}

/** A problem to solve even in a trial. */
export type ProblemToFix =
  | { kind: 'no_support_link' }
  /** This machine's clock differs from the service's. */
  | { kind: 'clock_off'; seconds: number; direction: 'ahead' | 'behind' }
  /** The build is older than its configuration. */
  | { kind: 'build_too_old'; unknownVariables: readonly string[] }
  /** Names that the interface leaves open. No check has shown that the service understands them. */
  | { kind: 'names_unconfirmed'; names: readonly CheckedName[] }

/** A problem that this deployment can detect without a call. */
export type DeploymentProblem = TrialProblem | ProblemToFix

/** The facts about this deployment. */
export interface DeploymentFacts {
  connectUrl: string
  isDemoLogin: boolean
  supportUrl: string | null
  /** Milliseconds that this machine's clock is ahead of the service's; null if unknown. */
  clockErrorMs: number | null
  /** Variables that are set but do not exist in this build. */
  unknownVariables: readonly string[]
  names: readonly CheckedName[]
}

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

const severities = ['now', 'soon', 'hint'] as const
export type Severity = (typeof severities)[number]

/** Returns how soon to solve a problem. */
export function severityOf(problem: ProblemToFix): Severity {
  switch (problem.kind) {
    case 'clock_off':
      return 'now'
    case 'names_unconfirmed':
      return problem.names.some(({ verdict }) => verdict?.state === 'wrong') ? 'now' : 'soon'
    case 'build_too_old':
      return 'soon'
    case 'no_support_link':
      return 'hint'
  }
}

/** Checks whether a problem does not matter in a trial without users. */
export const isForTrial = (problem: DeploymentProblem): problem is TrialProblem =>
  problem.kind === 'not_https' || problem.kind === 'demo_login'

/**
 * Returns the problems of a deployment, the worst first and the problems that are fine in a trial last. More checks
 * from outside are in `npm run doctor`.
 */
export function deploymentProblems(facts: DeploymentFacts): DeploymentProblem[] {
  const { clockErrorMs, unknownVariables } = facts
  const problems: ProblemToFix[] = []
  if (clockErrorMs !== null && Math.abs(clockErrorMs) > maxClockErrorMs) {
    const direction = clockErrorMs > 0 ? 'ahead' : 'behind'
    problems.push({ kind: 'clock_off', seconds: Math.round(Math.abs(clockErrorMs) / 1000), direction })
  }
  if (unknownVariables.length > 0) problems.push({ kind: 'build_too_old', unknownVariables })
  const names = facts.names.filter(({ verdict }) => verdict?.state !== 'holds')
  if (names.length > 0) problems.push({ kind: 'names_unconfirmed', names })
  if (facts.supportUrl === null) problems.push({ kind: 'no_support_link' })
  const rankOf = (problem: ProblemToFix) => severities.indexOf(severityOf(problem))
  const isPlain = checkConnectUrl(facts.connectUrl).some(({ rule, isMet }) => rule === 'https' && !isMet)
  return [
    ...problems.toSorted((one, other) => rankOf(one) - rankOf(other)),
    ...(isPlain ? [{ kind: 'not_https' as const }] : []),
    ...(facts.isDemoLogin ? [{ kind: 'demo_login' as const }] : []),
  ]
}
