import { Badge, type BadgeTone } from '@/components/console/shared/badge'
import type { ConnectRecord } from '@/lib/records'
import type { ConfirmOutcome } from '@/lib/connect/outcome'
import { consoleTexts } from '@/lib/skin/texts'

/** Why an attempt did not connect: what the service or this app says, and what a user had to wait for. */
type ConnectReason =
  Extract<ConfirmOutcome, { kind: 'refused' }>['reason'] | Extract<ConfirmOutcome, { kind: 'wait' }>['cause']

const tones: Record<ConnectRecord['outcome'], BadgeTone> = { connected: 'success', refused: 'danger', wait: 'neutral' }

/** What an attempt came to. */
export function Outcome({ outcome }: { outcome: ConnectRecord['outcome'] }) {
  return <Badge tone={tones[outcome]}>{consoleTexts()(`connectOutcomes.outcomes.${outcome}`)}</Badge>
}

/** All reasons that this version knows. */
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

/** What staff can say to the user who asks. */
export function whatToTell(reason: string | null): string {
  const t = consoleTexts()
  if (reason === null) return t('connectOutcomes.connected')
  return isKnown(reason) ? t(`connectOutcomes.reasons.${reason}.tell`) : t('connectOutcomes.unknownReason')
}

/** The name of a reason; that of another version as it was written. */
export function reasonName(reason: string): string {
  const t = consoleTexts()
  return isKnown(reason)
    ? t(`connectOutcomes.reasons.${reason}.name`)
    : `${t('connectOutcomes.unknownReason')}: ${reason}`
}
