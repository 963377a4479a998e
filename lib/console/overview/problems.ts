import { maxClockErrorMs } from '@/lib/console/shared/clock-error'
import { checkConnectUrl } from './connect-url'
import type { Verdict } from './verdict'

/** Something that is wrong with this deployment, as far as it can tell by itself. */
export type DeploymentProblem =
  | { kind: 'not_https' }
  | { kind: 'demo_login' }
  | { kind: 'no_support_link' }
  /** This machine's clock, compared with the service's. */
  | { kind: 'clock_off'; seconds: number; direction: 'ahead' | 'behind' }
  /** The build was made before the configuration that it runs with. */
  | { kind: 'build_too_old'; unknownVariables: readonly string[] }
  /** Names that the interface leaves open, and that the service has never shown to understand. */
  | { kind: 'names_unconfirmed'; names: readonly CheckedName[] }

/** A name that the interface leaves open, and what came of its check; null where it was never checked. */
export interface CheckedName {
  variable: string
  verdict: Verdict | null
}

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

/** What is wrong with a deployment, the worst first. `npm run doctor` looks at more, and from outside. */
export function deploymentProblems(facts: DeploymentFacts): DeploymentProblem[] {
  const { clockErrorMs, unknownVariables } = facts
  const problems: DeploymentProblem[] = []
  if (checkConnectUrl(facts.connectUrl).some(({ rule, isMet }) => rule === 'https' && !isMet)) {
    problems.push({ kind: 'not_https' })
  }
  if (facts.isDemoLogin) problems.push({ kind: 'demo_login' })
  if (clockErrorMs !== null && Math.abs(clockErrorMs) > maxClockErrorMs) {
    const direction = clockErrorMs > 0 ? 'ahead' : 'behind'
    problems.push({ kind: 'clock_off', seconds: Math.round(Math.abs(clockErrorMs) / 1000), direction })
  }
  if (unknownVariables.length > 0) problems.push({ kind: 'build_too_old', unknownVariables })
  const names = facts.names.filter(({ verdict }) => verdict?.state !== 'holds')
  if (names.length > 0) problems.push({ kind: 'names_unconfirmed', names })
  if (facts.supportUrl === null) problems.push({ kind: 'no_support_link' })
  return problems
}
