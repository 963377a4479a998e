import 'server-only'
import { config } from '@/lib/config'
import { gatedConfirm } from '@/lib/connect/gated-confirm'
import type { OpenLink } from '@/lib/connect/link'
import type { ConfirmedPress } from '@/lib/connect/press'
import { singleFlight } from '@/lib/connect/single-flight'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { connectGate } from '@/lib/limits'
import { log } from '@/lib/log'
import { correlationId } from '@/lib/request/context'
import { afterConfirm } from './after-confirm'

/** Presses that overlap share one call, so that the second does not spoil the first one's redirect. */
const onePressAtATime = singleFlight<ConfirmedPress>()

/** Confirms a link with the service, within the limits. Presses of one link that overlap share one call. */
export async function confirmLink(
  { link, userId }: { link: OpenLink; userId: string },
  { walletAddress, signature }: { walletAddress: string; signature: string | undefined },
): Promise<ConfirmedPress> {
  const { service, subnetUserId: subnetUserIdOptions } = config()
  const { requestId, nonce } = link
  const press = [userId, link.digest, walletAddress, signature].join(' ')
  let isOwn = false
  const work = async () => {
    isOwn = true
    const startedAt = performance.now()
    const code = correlationId() ?? ''
    let attempts = 0
    let status: number | null = null
    const outcome = await gatedConfirm(connectGate(), {
      userId,
      request: {
        requestId,
        nonce,
        walletAddress,
        subnetUserId: subnetUserId(userId, subnetUserIdOptions),
        ...(signature === undefined ? {} : { signature }),
      },
      options: {
        access: service,
        deadlineMs: service.deadlineMs,
        onAttempt: (attempt) => {
          attempts += 1
          status = typeof attempt.result === 'number' ? attempt.result : null
          log().debug({ event: 'confirm attempt', requestId, ...attempt })
        },
      },
    })
    const durationMs = Math.round(performance.now() - startedAt)
    const isProven = signature !== undefined
    afterConfirm({ outcome, status, code, requestId, userId, walletAddress, isProven, durationMs, attempts })
    return { outcome, code }
  }
  const confirmed = await onePressAtATime(press, work)
  // The page shows the code of the press that made the call. This request's own id must lead to a line too.
  if (!isOwn) log().info({ event: 'shared another press', requestId, outcome: confirmed.outcome.kind })
  return confirmed
}
