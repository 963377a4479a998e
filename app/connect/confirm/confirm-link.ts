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
import { lineLimit, linesOfPresses } from '@/lib/log/line-limit'
import { correlationId } from '@/lib/request/context'
import type { WalletWay } from '@/lib/wallets/ways'
import { afterConfirm } from './after-confirm'

/** A press with a valid form. `way` and `language` are for the records. */
interface CheckedPress {
  walletAddress: string
  signature: string | undefined
  way: WalletWay
  language: string
}

/** Overlapping presses share one call, so that the second press does not break the redirect of the first. */
const onePressAtATime = singleFlight<ConfirmOutcome>()

const sharedLines = lineLimit('more shared another press', linesOfPresses)

/**
 * Confirms a link with the service, within the limits. Overlapping presses of one link with the same wallet and
 * signature share one call.
 */
export async function confirmLink(
  { requestId, nonce, digest, code: linkCode }: OpenLink,
  userId: string,
  { walletAddress, signature, way, language }: CheckedPress,
): Promise<ConfirmOutcome> {
  const { service, subnetUserId: subnetUserIdOptions } = config()
  let hasMadeCall = false
  const outcome = await onePressAtATime([userId, digest, walletAddress, signature].join(' '), async () => {
    hasMadeCall = true
    const startedAt = performance.now()
    const code = correlationId() ?? ''
    let attempts = 0
    let status: number | null = null
    let field: string | undefined
    let contentType: string | undefined
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
        contentType = attempt.contentType
        log().debug({ event: 'confirm attempt', requestId, ...attempt })
      },
    })
    const durationMs = Math.round(performance.now() - startedAt)
    const isProven = signature !== undefined
    // Logs and records do not need the return URL, which contains the `auth_code`.
    const resultWithoutSecrets = outcome.kind === 'confirmed' ? ({ kind: 'confirmed' } as const) : outcome
    const ended = { outcome: resultWithoutSecrets, status, field, contentType, code, durationMs, attempts }
    const attempt = { ...ended, requestId, linkCode, userId, walletAddress, way, language, isProven }
    await keepConnection(attempt)
    afterConfirm(attempt)
    return outcome
  })
  // The page shows the support code of the press that made the call. This line lets support find the other press too.
  if (!hasMadeCall) {
    const line = { event: 'shared another press', requestId, outcome: outcome.kind }
    sharedLines.write(() => log().info(line), { once: `${userId} ${requestId}` })
  }
  return outcome
}
