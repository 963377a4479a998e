'use server'

import { redirect } from 'next/navigation'
import { refresh } from 'next/cache'
import { z } from 'zod'
import { requireUser } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { confirm } from '@/lib/connect/confirm'
import type { ConfirmState } from '@/lib/connect/confirm-state'
import { operatorHints } from '@/lib/connect/operator-hint'
import type { Outcome } from '@/lib/connect/outcome'
import { clearHold, holdOf } from '@/lib/connect/request-hold'
import { asLocationHeader } from '@/lib/connect/return-address'
import { singleFlight } from '@/lib/connect/single-flight'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { log } from '@/lib/log'

const confirmForm = z.object({
  request_id: z.string().catch(''),
  wallet_address: z.string().catch(''),
  /** Set by the page's script, which then takes the browser to the return address itself. */
  via: z.literal('script').optional().catch(undefined),
})

/** Presses that overlap share one call, so that the second does not spoil the first one's redirect. */
const onePressAtATime = singleFlight<Outcome>()

/**
 * The Connect button ("Connect flow", steps 4 and 5). Where it succeeds, the hold is cleared and the
 * browser goes to `return_url`; otherwise the state says what came of it, and the hold stays.
 */
export async function confirmAction(_previous: ConfirmState, form: FormData): Promise<ConfirmState> {
  const user = await requireUser('/connect/confirm')
  const { request_id: shownRequestId, wallet_address: typed, via } = confirmForm.parse(Object.fromEntries(form))

  const hold = await holdOf(user.id)
  if (!hold || hold.requestId !== shownRequestId) {
    // The page goes on to show what is held now: nothing, or the newest link.
    if (via) refresh()
    return hold ? { kind: 'superseded', walletAddress: typed } : { kind: 'nothing_held' }
  }

  const wallet = parseWalletAddress(user.walletAddress ?? typed)
  if (!wallet.ok) return { kind: 'address_problem', problem: wallet.problem, walletAddress: typed }

  const outcome = await onePressAtATime([user.id, hold.requestId, wallet.address].join(' '), async () => {
    const { service, subnetUserId: subnetUserIdOptions } = config()
    const confirmed = await confirm(
      {
        requestId: hold.requestId,
        nonce: hold.nonce,
        walletAddress: wallet.address,
        subnetUserId: subnetUserId(user.id, subnetUserIdOptions),
      },
      {
        access: service,
        deadlineMs: service.deadlineMs,
        onAttempt: (attempt) => log().debug({ event: 'confirm attempt', requestId: hold.requestId, ...attempt }),
      },
    )
    logOutcome(hold.requestId, confirmed)
    return confirmed
  })

  if (outcome.kind === 'refused') return { ...outcome, walletAddress: typed }
  await clearHold()
  if (via) return { kind: 'connected', returnAddress: outcome.returnAddress }
  redirect(asLocationHeader(outcome.returnAddress))
}

function logOutcome(requestId: string, outcome: Outcome): void {
  if (outcome.kind === 'connected') return log().info({ event: 'connected', requestId })
  const hint = operatorHints[outcome.reason]
  const entry = { event: 'refused', requestId, reason: outcome.reason, serviceMessage: outcome.message }
  if (hint) log().error({ ...entry, hint })
  else log().warn(entry)
}

/** The Cancel button: forgets the link, and tells the service nothing. */
export async function cancelAction(): Promise<void> {
  await clearHold()
  redirect('/connect/confirm?cancelled=1')
}
