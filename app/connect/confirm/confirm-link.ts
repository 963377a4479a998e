import 'server-only'
import { config } from '@/lib/config'
import { confirm } from '@/lib/connect/confirm'
import type { OpenLink } from '@/lib/connect/link'
import type { ConfirmOutcome, WalletWay } from '@/lib/connect/outcome'
import { singleFlight } from '@/lib/connect/single-flight'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { connectGate } from '@/lib/limits'
import { log } from '@/lib/log'
import { correlationId } from '@/lib/request/context'
import { afterConfirm } from './after-confirm'

/** Presses that overlap share one call, so that the second does not spoil the first one's redirect. */
const onePressAtATime = singleFlight<ConfirmOutcome>()

/** Confirms a link with the service, within the limits. Presses of one link that overlap share one call. */
export async function confirmLink(
  { requestId, nonce, digest }: OpenLink,
  userId: string,
  { walletAddress, signature, way }: { walletAddress: string; signature: string | undefined; way: WalletWay },
): Promise<ConfirmOutcome> {
  const { service, subnetUserId: subnetUserIdOptions } = config()
  let isOwn = false
  const outcome = await onePressAtATime([userId, digest, walletAddress, signature].join(' '), async () => {
    isOwn = true
    const startedAt = performance.now()
    const code = correlationId() ?? ''
    let attempts = 0
    let status: number | null = null
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
        log().debug({ event: 'confirm attempt', requestId, ...attempt })
      },
    })
    const durationMs = Math.round(performance.now() - startedAt)
    const isProven = signature !== undefined
    // What follows needs no return URL, which carries the code.
    const told = outcome.kind === 'connected' ? ({ kind: 'connected' } as const) : outcome
    afterConfirm({ outcome: told, status, code, requestId, userId, walletAddress, way, isProven, durationMs, attempts })
    return outcome
  })
  // The page shows the code of the press that made the call. This request's own id must lead to a line too.
  if (!isOwn) log().info({ event: 'shared another press', requestId, outcome: outcome.kind })
  return outcome
}
