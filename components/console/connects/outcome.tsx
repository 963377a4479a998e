import { Badge, type BadgeTone } from '@/components/console/shared/badge'
import type { ConnectRecord } from '@/lib/connect-records'
import { connectsMessages, type ConnectReason } from '@/lib/messages/console-connects'

const tones: Record<ConnectRecord['outcome'], BadgeTone> = { connected: 'success', refused: 'danger', wait: 'neutral' }

/** What an attempt came to. */
export function Outcome({ outcome }: { outcome: ConnectRecord['outcome'] }) {
  return <Badge tone={tones[outcome]}>{connectsMessages.outcomes[outcome]}</Badge>
}

/** The words for a reason; null where another version has written it. */
export function reasonTexts(reason: string): { name: string; tell: string } | null {
  return isKnown(reason) ? connectsMessages.reasons[reason] : null
}

const isKnown = (reason: string): reason is ConnectReason => Object.hasOwn(connectsMessages.reasons, reason)

/** The name of a reason; that of another version as it was written. */
export function reasonName(reason: string): string {
  return reasonTexts(reason)?.name ?? `${connectsMessages.unknownReason}: ${reason}`
}
