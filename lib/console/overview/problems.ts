import { maxClockErrorMs } from '@/lib/console/shared/clock-error'
import type { CheckedName } from '@/lib/console/shared/checked-names'
import { checkConnectUrl } from '@/lib/console/shared/connect-url'

/** What is right for a trial: the configuration allows it on loopback alone. */
interface TrialProblem {
  kind: 'not_https' | 'demo_login'
}

/** What is to be solved, trial or not. */
export type ProblemToFix =
  | { kind: 'no_support_link' }
  /** This machine's clock, compared with the service's. */
  | { kind: 'clock_off'; seconds: number; direction: 'ahead' | 'behind' }
  /** The build was made before the configuration that it runs with. */
  | { kind: 'build_too_old'; unknownVariables: readonly string[] }
  /** Names that the interface leaves open, and that the service has never shown to understand. */
  | { kind: 'names_unconfirmed'; names: readonly CheckedName[] }

/** Something that is wrong with this deployment, as far as it can tell by itself. */
export type DeploymentProblem = TrialProblem | ProblemToFix

/** What a deployment knows of itself. */
export interface DeploymentFacts {
  connectUrl: string
  isDemoLogin: boolean
  supportUrl: string | null
  /** Milliseconds that this machine's clock is ahead of the service's; null where that is not known. */
  clockErrorMs: number | null
  /** Names that are set and that this build does not know. */
  unknownVariables: readonly string[]
  names: readonly CheckedName[]
}

const severities = ['now', 'soon', 'hint'] as const
export type Severity = (typeof severities)[number]

/** How soon a problem is to be solved. */
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

/** Whether a problem is none before users come. */
export const isForTrial = (problem: DeploymentProblem): problem is TrialProblem =>
  problem.kind === 'not_https' || problem.kind === 'demo_login'

/**
 * What is wrong with a deployment, the worst first, and at the end what is right for a trial. `npm run doctor` looks at
 * more, and from outside.
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
