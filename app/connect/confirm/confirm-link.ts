import 'server-only'
import { config } from '@/lib/config'
import { confirm } from '@/lib/connect/confirm'
import type { OpenLink } from '@/lib/connect/link'
import type { ConfirmOutcome } from '@/lib/connect/outcome'
import { singleFlight } from '@/lib/connect/single-flight'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { connectGate } from '@/lib/limits'
import { keepConnection } from '@/lib/connections'
import { log } from '@/lib/log'
import { correlationId } from '@/lib/request/context'
import type { WalletWay } from '@/lib/wallets/ways'
import { afterConfirm } from './after-confirm'

/** A press whose form had no problem. Way and language are for the records. */
interface CheckedPress {
  walletAddress: string
  signature: string | undefined
  way: WalletWay
  language: string
}

/** Presses that overlap share one call, so that the second does not spoil the first one's redirect. */
const onePressAtATime = singleFlight<ConfirmOutcome>()

/** Confirms a link with the service, within the limits. Presses of one link that overlap share one call. */
export async function confirmLink(
  { requestId, nonce, digest, code: linkCode }: OpenLink,
  userId: string,
  { walletAddress, signature, way, language }: CheckedPress,
): Promise<ConfirmOutcome> {
  const { service, subnetUserId: subnetUserIdOptions } = config()
  let isOwn = false
  const outcome = await onePressAtATime([userId, digest, walletAddress, signature].join(' '), async () => {
    isOwn = true
    const startedAt = performance.now()
    const code = correlationId() ?? ''
    let attempts = 0
    let status: number | null = null
    let field: string | undefined
    const request = {
      requestId,
      nonce,
      walletAddress,
      subnetUserId: subnetUserId(userId, subnetUserIdOptions),
      signature,
    }
    const outcome = await confirm(request, {
      gate: connectGate(),
      userId,
      code,
      access: service,
      deadlineMs: service.deadlineMs,
      onAttempt: (attempt) => {
        attempts += 1
        status = typeof attempt.result === 'number' ? attempt.result : null
        field = attempt.field
        log().debug({ event: 'confirm attempt', requestId, ...attempt })
      },
    })
    const durationMs = Math.round(performance.now() - startedAt)
    const isProven = signature !== undefined
    // What follows needs no return URL, which carries the code.
    const resultWithoutSecrets = outcome.kind === 'confirmed' ? ({ kind: 'confirmed' } as const) : outcome
    const ended = { outcome: resultWithoutSecrets, status, field, code, durationMs, attempts }
    const attempt = { ...ended, requestId, linkCode, userId, walletAddress, way, language, isProven }
    await keepConnection(attempt)
    afterConfirm(attempt)
    return outcome
  })
  // The page shows the code of the press that made the call. This request's own id must lead to a line too.
  if (!isOwn) log().info({ event: 'shared another press', requestId, outcome: outcome.kind })
  return outcome
}
