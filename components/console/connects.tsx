import { Badge } from './badge'
import { TextLink } from './links'
import { signInProblems } from '@/lib/auth/sign-in-query'
import { outcomeTones } from '@/lib/console/connects'
import { pageUrl } from '@/lib/console/page-url'
import type { ConnectRecord } from '@/lib/records'
import { appProblems, isConfirmedBefore } from '@/lib/connect/outcome'
import { formRefusals } from '@/lib/connect/press'
import * as en from '@/lib/messages/console/en'
import { consoleTexts } from '@/lib/skin/texts'
import { walletFailures } from '@/lib/wallets/errors'
import type { Cells } from './cell'

export function outcomeName({ outcome, status }: Pick<ConnectRecord, 'outcome' | 'status'>): string {
  const name = isConfirmedBefore(outcome, status) ? 'confirmed_before' : outcome
  return consoleTexts()(`connects.words.outcome.${name}`)
}

export const Outcome = (step: Pick<ConnectRecord, 'outcome' | 'status'>) => (
  <Badge tone={outcomeTones[step.outcome]}>{outcomeName(step)}</Badge>
)

export const reasonsOfSteps: readonly [ConnectRecord['outcome'], readonly string[]][] = [
  ['arrived', ['no_room']],
  ['sign_in_failed', signInProblems],
  ['wallet_failed', [...new Set([...walletFailures, ...appProblems, 'invalid_signature'])]],
  ['form_refused', formRefusals],
]

const { reasons, stepReasons, tellReason } = en.connects.outcomes

const isIn = <Reason extends string>(texts: Readonly<Record<Reason, unknown>>, reason: string): reason is Reason =>
  Object.hasOwn(texts, reason)

export function adviceForUser(step: Pick<ConnectRecord, 'outcome' | 'reason' | 'status' | 'isProven'>): string {
  const { outcome, reason, status, isProven } = step
  const t = consoleTexts()
  if (outcome === 'refused' || outcome === 'wait') return adviceForReason(reason ?? 'unknown')
  if (reason !== null && isIn(tellReason, reason)) return t(`connects.outcomes.tellReason.${reason}`)
  if (isConfirmedBefore(outcome, status)) return t('connects.outcomes.tell.confirmed_before')
  const text = t(`connects.outcomes.tell.${outcome}`)
  return outcome === 'confirmed' && !isProven ? `${text} ${t('connects.outcomes.tell.unproven')}` : text
}

export function adviceForReason(reason: string): string {
  const t = consoleTexts()
  return isIn(reasons, reason) ? t(`connects.outcomes.reasons.${reason}.tell`) : t('connects.outcomes.unknownReason')
}

export function reasonName(reason: string): string {
  const t = consoleTexts()
  if (isIn(reasons, reason)) return t(`connects.outcomes.reasons.${reason}.name`)
  if (isIn(stepReasons, reason)) return t(`connects.outcomes.stepReasons.${reason}`)
  return `${t('connects.outcomes.unknownReason')}: ${reason}`
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

export function languageText(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag
  } catch {
    return tag
  }
}

export const connectCells: Cells<ConnectRecord, unknown> = {
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
