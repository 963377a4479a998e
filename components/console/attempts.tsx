import { Badge } from './badge'
import { TextLink } from './links'
import { outcomeTones } from '@/lib/console/attempts'
import { pageUrl } from '@/lib/console/page-url'
import type { ConnectRecord } from '@/lib/records'
import { appProblems, isConfirmedBefore, type ConfirmOutcome } from '@/lib/connect/outcome'
import { formRefusals } from '@/lib/connect/press'
import { consoleTexts } from '@/lib/skin/texts'
import { walletFailures } from '@/lib/wallets/failures'
import type { Cells } from './cells'

/** The reason why an attempt did not connect, from the service or this app, or the cause of a wait. */
type ConnectReason =
  | Extract<ConfirmOutcome, { kind: 'refused' }>['reason']
  | Extract<ConfirmOutcome, { kind: 'wait' }>['cause']

/** A step's outcome as a badge. */
export function Outcome({ outcome, status }: Pick<ConnectRecord, 'outcome' | 'status'>) {
  const name = isConfirmedBefore(outcome, status) ? 'confirmed_before' : outcome
  return <Badge tone={outcomeTones[outcome]}>{consoleTexts()(`connects.words.outcome.${name}`)}</Badge>
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
  if (known) return t(`connects.outcomes.tellReason.${known}`)
  if (isConfirmedBefore(outcome, status)) return t('connects.outcomes.tell.confirmed_before')
  const text = t(`connects.outcomes.tell.${outcome}`)
  return outcome === 'confirmed' && !isProven ? `${text} ${t('connects.outcomes.tell.unproven')}` : text
}

/** Returns the advice that staff give a user about a refusal or a wait. */
export function adviceForReason(reason: string): string {
  const t = consoleTexts()
  return isKnown(reason) ? t(`connects.outcomes.reasons.${reason}.tell`) : t('connects.outcomes.unknownReason')
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
  if (isKnown(reason)) return t(`connects.outcomes.reasons.${reason}.name`)
  const known = Object.values(stepReasons)
    .flat()
    .find((each) => each === reason)
  return known ? t(`connects.outcomes.stepReasons.${known}`) : `${t('connects.outcomes.unknownReason')}: ${reason}`
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** Returns the English name of a language: `Brazilian Portuguese`. */
export function languageText(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag
  } catch {
    // The tag is invalid.
    return tag
  }
}

/** The cells of attempts that no kind of column renders. */
export const attemptCells: Cells<ConnectRecord, unknown> = {
  advice: adviceForUser,
  outcome: (record) => <Outcome {...record} />,
  reason: ({ reason }) => reason && reasonName(reason),
  code: ({ code }) => (
    <span className="font-mono">
      <TextLink href={pageUrl('/console/connects', { find: code })}>{code}</TextLink>
    </span>
  ),
  language: ({ language }) => language && languageText(language),
  field: ({ field }) => field && <code>{field}</code>,
  duration_ms: ({ durationMs }) =>
    durationMs === undefined ? undefined : consoleTexts()('connects.milliseconds', { count: durationMs }),
}
