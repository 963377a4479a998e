'use server'

import { redirect } from 'next/navigation'
import { refresh } from 'next/cache'
import { z } from 'zod'
import { requireUser } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { confirm } from '@/lib/connect/confirm'
import type { ConfirmState, ProofRequest } from '@/lib/connect/confirm-state'
import { operatorHints } from '@/lib/connect/operator-hint'
import type { Outcome } from '@/lib/connect/outcome'
import { checkProof, proofMessage } from '@/lib/connect/proof'
import { clearHold, holdOf } from '@/lib/connect/request-hold'
import { asLocationHeader } from '@/lib/connect/return-address'
import { singleFlight } from '@/lib/connect/single-flight'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { walletAppLink, walletApps } from '@/lib/connect/wallet-links'
import { log } from '@/lib/log'

const confirmForm = z.object({
  request_id: z.string().catch(''),
  wallet_address: z.string().catch(''),
  /** The wallet's signature, base58; empty where nothing was signed. */
  signature: z.string().catch(''),
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
  const fields = confirmForm.parse(Object.fromEntries(form))
  const { request_id: shownRequestId, wallet_address: typed, signature, via } = fields

  const hold = await holdOf(user.id)
  if (!hold || hold.requestId !== shownRequestId) {
    // The page goes on to show what is held now: nothing, or the newest link.
    if (via) refresh()
    return hold ? { kind: 'superseded', walletAddress: typed, wasSigned: signature !== '' } : { kind: 'nothing_held' }
  }

  const { service, subnetUserId: subnetUserIdOptions, walletProof } = config()
  if (walletProof === 'required' && signature === '') {
    return { kind: 'proof_problem', problem: 'missing', walletAddress: typed }
  }
  const wallet = parseWalletAddress(user.walletAddress ?? typed)
  if (!wallet.ok) return { kind: 'address_problem', problem: wallet.problem, walletAddress: typed }
  if (signature !== '') {
    const proof = checkProof({ signature, address: wallet.address, link: hold })
    if (!proof.ok) {
      log().warn({ event: 'proof refused', requestId: hold.requestId, problem: proof.problem })
      return { kind: 'proof_problem', problem: 'refused', walletAddress: typed }
    }
  }

  const outcome = await onePressAtATime([user.id, hold.requestId, wallet.address, signature].join(' '), async () => {
    const confirmed = await confirm(
      {
        requestId: hold.requestId,
        nonce: hold.nonce,
        walletAddress: wallet.address,
        subnetUserId: subnetUserId(user.id, subnetUserIdOptions),
        ...(signature === '' ? {} : { signature }),
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

/**
 * What the wallet of this user is to sign for the request that the page shows.
 *
 * The message carries the nonce, which is never written into a page. The page's script asks for it as
 * the user presses the button, hands it to the wallet and keeps it nowhere.
 */
export async function proofMessageAction(shownRequestId: unknown): Promise<ProofRequest> {
  const user = await requireUser('/connect/confirm')
  const hold = await holdOf(user.id)
  if (hold && hold.requestId === shownRequestId) return { kind: 'message', message: proofMessage(hold) }
  refresh()
  return { kind: hold ? 'superseded' : 'nothing_held' }
}

/**
 * The buttons that open the connect link in a wallet's own browser on a phone. The link carries the
 * nonce, so it is made at the press and never written into a page before. The hold stays: whoever has
 * not got that wallet comes back to this page.
 */
export async function openInWalletAction(form: FormData): Promise<void> {
  const user = await requireUser('/connect/confirm')
  const hold = await holdOf(user.id)
  const app = walletApps.find(({ id }) => id === form.get('wallet'))
  if (!hold || !app || hold.requestId !== form.get('request_id')) redirect('/connect/confirm')
  log().info({ event: 'opened in wallet', requestId: hold.requestId, wallet: app.id })
  redirect(walletAppLink(app, { origin: config().app.origin, link: hold }))
}

/** The Cancel button: forgets the link, and tells the service nothing. */
export async function cancelAction(): Promise<void> {
  await clearHold()
  redirect('/connect/confirm?cancelled=1')
}
