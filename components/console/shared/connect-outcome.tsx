import { Badge, type BadgeTone } from '@/components/console/shared/badge'
import type { ConnectRecord } from '@/lib/records'
import { appProblems, isConfirmedBefore, type ConfirmOutcome } from '@/lib/connect/outcome'
import { formRefusals } from '@/lib/connect/press'
import { consoleTexts } from '@/lib/skin/texts'
import { walletFailures } from '@/lib/wallets/failures'

/** The reason why an attempt did not connect, from the service or this app, or the cause of a wait. */
type ConnectReason =
  | Extract<ConfirmOutcome, { kind: 'refused' }>['reason']
  | Extract<ConfirmOutcome, { kind: 'wait' }>['cause']

const tones: Record<ConnectRecord['outcome'], BadgeTone> = {
  arrived: 'neutral',
  signed_in: 'neutral',
  sign_in_failed: 'warning',
  wallet_failed: 'warning',
  form_refused: 'warning',
  cancelled: 'neutral',
  confirmed: 'success',
  refused: 'danger',
  wait: 'neutral',
}

/** Returns the name of a step's outcome. */
export function outcomeName({ outcome, status }: Pick<ConnectRecord, 'outcome' | 'status'>): string {
  const name = isConfirmedBefore(outcome, status) ? 'confirmed_before' : outcome
  return consoleTexts()(`connectOutcomes.outcomes.${name}`)
}

/** A step's outcome as a badge. */
export function Outcome(record: Pick<ConnectRecord, 'outcome' | 'status'>) {
  return <Badge tone={tones[record.outcome]}>{outcomeName(record)}</Badge>
}

/** All reasons that have texts in this version. */
const reasons: Record<ConnectReason, true> = {
  already_confirmed: true,
  request_not_found: true,
  request_expired: true,
  nonce_mismatch: true,
  invalid_address: true,
  invalid_request: true,
  not_authorized: true,
  server_error: true,
  redirected: true,
  no_answer: true,
  answer_unreadable: true,
  return_url_unusable: true,
  unknown: true,
  queue: true,
  attempts: true,
  busy: true,
  asked: true,
}

const isKnown = (reason: string): reason is ConnectReason => Object.hasOwn(reasons, reason)

/** Returns the advice that staff give a user who asks about a step. */
export function adviceForUser({
  outcome,
  reason,
  status,
  isProven,
}: Pick<ConnectRecord, 'outcome' | 'reason' | 'status' | 'isProven'>): string {
  const t = consoleTexts()
  if (outcome === 'refused' || outcome === 'wait') return adviceForReason(reason ?? 'unknown')
  const known = reasonsWithAdvice.find((each) => each === reason)
  if (known) return t(`connectOutcomes.tellReason.${known}`)
  if (isConfirmedBefore(outcome, status)) return t('connectOutcomes.tell.confirmed_before')
  const text = t(`connectOutcomes.tell.${outcome}`)
  return outcome === 'confirmed' && !isProven ? `${text} ${t('connectOutcomes.tell.unproven')}` : text
}

/** Returns the advice that staff give a user about a refusal or a wait. */
export function adviceForReason(reason: string): string {
  const t = consoleTexts()
  return isKnown(reason) ? t(`connectOutcomes.reasons.${reason}.tell`) : t('connectOutcomes.unknownReason')
}

/** Reasons of steps with specific advice. */
const reasonsWithAdvice = [
  'misconfigured',
  'not_admitted',
  'too_often',
  'other_address',
  'cannot_sign',
  'apps_blocked',
  'apps_allowed',
  'no_app',
  'site_offline',
  'link_expired',
  'invalid_wallet_claim',
] as const

/** The possible reasons of a failure, for each step before the call to the service. */
export const stepReasons = {
  arrived: ['no_room'],
  sign_in_failed: ['unreachable', 'unfinished', 'misconfigured', 'not_admitted', 'too_often', 'failed'],
  wallet_failed: [...new Set([...walletFailures, ...appProblems, 'invalid_signature' as const])],
  form_refused: formRefusals,
} as const

export const isStepWithReasons = (outcome: string | undefined): outcome is keyof typeof stepReasons =>
  outcome !== undefined && Object.hasOwn(stepReasons, outcome)

/** Returns the name of a reason. It quotes an unknown reason unchanged. */
export function reasonName(reason: string): string {
  const t = consoleTexts()
  if (isKnown(reason)) return t(`connectOutcomes.reasons.${reason}.name`)
  const known = Object.values(stepReasons)
    .flat()
    .find((each) => each === reason)
  return known ? t(`connectOutcomes.stepReasons.${known}`) : `${t('connectOutcomes.unknownReason')}: ${reason}`
}
