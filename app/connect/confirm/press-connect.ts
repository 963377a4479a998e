import 'server-only'
import { headers } from 'next/headers'
import type { User } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { confirm, singleFlight } from '@/lib/connect/confirm'
import { changeLinksOf } from '@/lib/connect/hold-cookie'
import { forgetConfirmed, keepOutcome, type OpenLink } from '@/lib/connect/link'
import type { ConfirmOutcome } from '@/lib/connect/outcome'
import { checkPress, type Press } from '@/lib/connect/press'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { keepConnection } from '@/lib/connections'
import { connectGate } from '@/lib/limits'
import { log } from '@/lib/log'
import { lineLimit, linesOfPresses } from '@/lib/log/line-limit'
import { countHold } from '@/lib/metrics'
import { recordStep } from '@/lib/records/record-step'
import { correlationId } from '@/lib/request/context'
import { requestLanguage } from '@/lib/skin/texts'
import { phoneBrowserOf } from '@/lib/wallets/browsers'
import type { WalletWay } from '@/lib/wallets'
import { afterConfirm } from './after-confirm'

/** Limits log lines, because a user can press any number of times. */
const proofLines = lineLimit('more proofs refused')
const sharedLines = lineLimit('more shared another press', linesOfPresses)

/** Overlapping presses share one call, so that the second press does not break the redirect of the first. */
const onePressAtATime = singleFlight<ConfirmOutcome>()

/**
 * Handles a press of Connect, from the form or a wallet app ("Connect flow", steps 4 and 5). After a success, it
 * removes the link. Otherwise it stores the outcome with the link, and the connect page shows it.
 *
 * @returns the return URL for the browser, or null if the service has not confirmed.
 */
export async function pressConnect(
  press: Press,
  { link, user }: { link: OpenLink; user: User },
): Promise<string | null> {
  const { requestId, code: linkCode } = link
  const checked = checkPress(press, {
    link,
    lockedAddress: user.walletAddress,
    isProofRequired: config().walletProof === 'required',
    isPhone: phoneBrowserOf((await headers()).get('user-agent')) !== undefined,
  })
  const { way, entered } = checked
  if (!checked.ok) {
    const { reason, proofProblem: problem } = checked
    const line = { event: 'proof refused', requestId, problem } as const
    if (problem) proofLines.write(() => log().warn(line), { once: `${user.id} ${requestId} ${problem}` })
    recordStep({ step: 'form_refused', reason, requestId, linkCode, userId: user.id, way })
  }
  const outcome = checked.ok ? await confirmOnce(link, user.id, checked) : checked.outcome

  if (outcome.kind === 'confirmed') {
    await changeLinksOf(user.id, (links, now) => forgetConfirmed(links, link, now))
    countHold('confirmed')
    return outcome.returnUrl
  }
  await changeLinksOf(user.id, (links, now) => keepOutcome(links, link.id, { outcome, entered, now }))
  return null
}

/** Confirms a link with the service, within the limits. Overlapping presses with the same wallet share one call. */
async function confirmOnce(
  { requestId, nonce, digest, code: linkCode }: OpenLink,
  userId: string,
  { walletAddress, signature, way }: { walletAddress: string; signature: string | undefined; way: WalletWay },
): Promise<ConfirmOutcome> {
  let hasMadeCall = false
  const outcome = await onePressAtATime([userId, digest, walletAddress, signature].join(' '), async () => {
    hasMadeCall = true
    const { service, subnetUserId: options } = config()
    const language = await requestLanguage()
    const code = correlationId() ?? ''
    const { outcome, ...call } = await confirm(
      { requestId, nonce, walletAddress, subnetUserId: subnetUserId(userId, options), signature },
      {
        gate: connectGate(),
        userId,
        code,
        access: service,
        onAttempt: (attempt) => log().debug({ event: 'confirm attempt', requestId, ...attempt }),
      },
    )
    // Logs and records do not need the return URL, which contains the `auth_code`.
    const withoutSecrets = outcome.kind === 'confirmed' ? ({ kind: 'confirmed' } as const) : outcome
    const press = { requestId, linkCode, userId, walletAddress, way, language, isProven: signature !== undefined }
    const attempt = { ...call, ...press, code, outcome: withoutSecrets }
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
