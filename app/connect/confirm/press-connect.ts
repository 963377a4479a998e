import 'server-only'
import { headers } from 'next/headers'
import type { User } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { changeLinksOf } from '@/lib/connect/hold-cookie'
import { forgetConfirmed, keepOutcome, type OpenLink } from '@/lib/connect/link'
import { checkPress, enteredIn, type Press } from '@/lib/connect/press'
import { walletWayOf } from '@/lib/connect/wallet-way'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { countHold } from '@/lib/metrics'
import { recordStep } from '@/lib/records/record-step'
import { requestLanguage } from '@/lib/skin/texts'
import { phoneBrowserOf } from '@/lib/wallets/browsers'
import { confirmLink } from './confirm-link'

/** Limits log lines, because a user can press any number of times. */
const proofLines = lineLimit('more proofs refused')

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
  const { requestId } = link
  const isProofRequired = config().walletProof === 'required'
  const checked = checkPress(press, { link, lockedAddress: user.walletAddress, isProofRequired })
  if (!checked.ok && checked.proofProblem) {
    const { proofProblem: problem } = checked
    const line = { event: 'proof refused', requestId, problem } as const
    proofLines.write(() => log().warn(line), { once: `${user.id} ${requestId} ${problem}` })
  }
  const way = walletWayOf(press, { link, isPhone: phoneBrowserOf((await headers()).get('user-agent')) !== undefined })
  if (!checked.ok) {
    const { reason } = checked
    recordStep({ step: 'form_refused', reason, requestId, linkCode: link.code, userId: user.id, way })
  }
  const outcome = checked.ok
    ? await confirmLink(link, user.id, { ...checked, way, language: await requestLanguage() })
    : checked.outcome

  if (outcome.kind === 'confirmed') {
    await changeLinksOf(user.id, (links, now) => forgetConfirmed(links, link.id, now))
    countHold('confirmed')
    return outcome.returnUrl
  }
  const entered = enteredIn(press, outcome, way)
  await changeLinksOf(user.id, (links, now) => keepOutcome(links, link.id, { outcome, entered, now }))
  return null
}
