import 'server-only'
import { headers } from 'next/headers'
import type { User } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { confirm } from '@/lib/connect/confirm'
import { changeLinks } from '@/lib/connect/hold-cookie'
import { forgetConfirmed, keepOutcome, type OpenLink } from '@/lib/connect/link'
import { isFinal, operatorHint, type ConfirmOutcome, type ConnectAttempt, type Outcome } from '@/lib/connect/outcome'
import { checkPress, type Press } from '@/lib/connect/press'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { keepConnection } from '@/lib/connections'
import { attemptsEnded, reportConfirm } from '@/lib/jobs'
import { connectGate } from '@/lib/limits'
import { log } from '@/lib/log'
import { lineLimit, linesOfPresses } from '@/lib/log/line-limit'
import { count, countConfirm } from '@/lib/metrics'
import { connectRecords, recordStep } from '@/lib/records'
import { finishAfterResponse } from '@/lib/request/after-response'
import { correlationId } from '@/lib/request/context'
import { connectRequestLifetimeMs } from '@/lib/service'
import { requestLanguage } from '@/lib/skin/texts'
import { nullIfUnavailable } from '@/lib/store'
import { keptSettled } from '@/lib/store/kept-in-store'
import { noteConfirmed } from '@/lib/store/marks'
import { phoneBrowserOf } from '@/lib/wallets/browsers'

const proofLines = lineLimit('more proofs refused')
const sharedLines = lineLimit('more shared another press', linesOfPresses)
const waitLines = lineLimit('more waits', linesOfPresses)

const longPauseHint =
  'The service, or something in front of it, asked for this pause, and no user can connect until it ends. If this is a mistake, delete the key in Redis that ends in value:confirm-queue. Without Redis, restart the app.'

/** The open calls. Browsers and impatient users submit a form twice, and both must get the same redirect. */
const inFlight = new Map<string, Promise<ConfirmOutcome>>()

/**
 * Handles a press of Connect, from the form or a wallet app ("Connect flow", steps 4 and 5). After a success it removes
 * the link; otherwise it stores the outcome with the link.
 *
 * @returns the return URL, or null if the service has not confirmed.
 */
export async function pressConnect(
  press: Press,
  { link, user }: { link: OpenLink; user: User },
): Promise<string | null> {
  const { id: userId, walletAddress: lockedAddress } = user
  const { requestId, nonce, code: linkCode } = link
  const { walletProof, service, subnetUserId: options } = config()
  const checked = checkPress(press, {
    link,
    lockedAddress,
    isProofRequired: walletProof === 'required',
    isPhone: phoneBrowserOf((await headers()).get('user-agent')) !== undefined,
  })
  const { way, entered } = checked

  let outcome: Outcome
  if (checked.ok) {
    const { walletAddress, signature } = checked
    const language = await requestLanguage()
    const code = correlationId() ?? ''
    const key = [userId, link.digest, walletAddress, signature].join(' ')
    const earlier = inFlight.get(key)
    const call =
      earlier ??
      confirm(
        { requestId, nonce, walletAddress, subnetUserId: subnetUserId(userId, options), signature },
        {
          gate: connectGate(),
          userId,
          code,
          access: service,
          onAttempt: (attempt) => log().debug({ event: 'confirm attempt', requestId, ...attempt }),
        },
      )
        .then(async ({ outcome, ...call }) => {
          // Logs and records do not need the return URL, which contains the `auth_code`.
          const withoutSecrets = outcome.kind === 'confirmed' ? ({ kind: 'confirmed' } as const) : outcome
          const isProven = signature !== undefined
          const pressed = { requestId, linkCode, userId, walletAddress, way, language, isProven }
          const attempt = { ...call, ...pressed, code, outcome: withoutSecrets }
          const note = () => noteConfirmed(userId, link.digest, connectRequestLifetimeMs)
          await Promise.all([keepConnection(attempt), outcome.kind === 'confirmed' && nullIfUnavailable(note)])
          afterConfirm(attempt)
          return outcome
        })
        .finally(() => inFlight.delete(key))
    inFlight.set(key, call)
    outcome = await call
    // The page shows the support code of the earlier press. This line lets support find this one too.
    const line = { event: 'shared another press', requestId, outcome: outcome.kind } as const
    if (earlier) sharedLines.write(() => log().info(line), { once: `${userId} ${requestId}` })
  } else {
    outcome = checked.outcome
    const { reason, proofProblem: problem } = checked
    const line = { event: 'proof refused', requestId, problem } as const
    if (problem) proofLines.write(() => log().warn(line), { once: `${userId} ${requestId} ${problem}` })
    recordStep({ step: 'form_refused', reason, requestId, linkCode, userId, way })
  }

  await changeLinks(userId, (links, now) =>
    outcome.kind === 'confirmed'
      ? forgetConfirmed(links, link, now)
      : keepOutcome(links, link.id, { outcome, entered, now }),
  )
  if (outcome.kind !== 'confirmed') return null
  count('holds_total', 'confirmed')
  return outcome.returnUrl
}

/** Never throws, and the user's response does not wait for it. */
export function afterConfirm(attempt: ConnectAttempt): void {
  reportAttempt(attempt)
  if (config().app.isOnPlatform) finishAfterResponse(keptSettled().then(attemptsEnded))
}

function reportAttempt(attempt: ConnectAttempt): void {
  const { outcome, requestId, userId, way, attempts, durationMs, status, field, contentType } = attempt
  connectRecords().add(attempt)
  if (outcome.kind === 'wait') {
    const { cause, waitMs, place } = outcome
    const entry = { event: 'wait', requestId, way, cause, waitMs, place } as const
    const isLong = cause === 'asked' && waitMs > connectRequestLifetimeMs
    const line = isLong ? () => log().error({ ...entry, hint: longPauseHint }) : () => log().info(entry)
    return waitLines.write(line, { once: `${userId} ${requestId} ${cause} ${isLong}` })
  }
  const reason = outcome.kind === 'refused' ? outcome.reason : null
  countConfirm({ outcome: outcome.kind, reason, attempts, durationMs })
  if (outcome.kind === 'confirmed') {
    reportConfirm(attempt)
    return log().info({ event: 'confirmed', requestId, way, status, attempts, durationMs })
  }
  const hint = operatorHint(outcome.reason, field, config().service.names.signature)
  const answer = { field, status, contentType: outcome.reason === 'answer_unreadable' ? contentType : undefined }
  const entry = {
    event: 'refused',
    requestId,
    way,
    reason: outcome.reason,
    ...answer,
    attempts,
    durationMs,
    hint,
  } as const
  // A new link helps the user. Only a large number of such refusals needs the operator's attention.
  if (hint === undefined || isFinal(outcome)) log().warn(entry)
  else log().error(entry)
}
