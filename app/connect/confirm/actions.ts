'use server'

import { redirect } from 'next/navigation'
import { requireUser } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { changeLinksOf, linksOf } from '@/lib/connect/hold-cookie'
import { chooseLink, connectLink, isOpen, keepOutcome, reopenLinks, setLinksAside } from '@/lib/connect/link'
import { checkPress, enteredIn } from '@/lib/connect/press'
import { walletAppLink, walletApps } from '@/lib/connect/wallet-links'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { countHold } from '@/lib/metrics'
import { walletIds } from '@/lib/wallets'
import { confirmLink } from './confirm-link'
import { parsePressForm } from './press-form'

/*
 * The buttons of the connect page. Each is the action of a form that the browser posts itself, with
 * JavaScript too, and each ends in a redirect: to the service, or back to the page, which shows what is
 * kept of the press.
 */

const page = '/connect/confirm'

/** A user can press as often as they like. */
const proofLines = lineLimit('more proofs refused')

/**
 * The Connect button ("Connect flow", steps 4 and 5). If it succeeds, that link is forgotten and the browser
 * goes to `return_url`. Otherwise what came of it is kept with the link, and the page shows it.
 */
export async function confirmAction(form: FormData): Promise<void> {
  const user = await requireUser(page)
  const { linkId, requestId, ...press } = parsePressForm(form)
  const link = (await linksOf(user.id)).find(({ id }) => id === linkId)
  // A press confirms the link that its page showed, or none.
  if (!link || !isOpen(link, Date.now()) || link.requestId !== requestId) redirect(page)

  const isProofRequired = config().walletProof === 'required'
  const checked = checkPress(press, { link, lockedAddress: user.walletAddress, isProofRequired })
  if (!checked.ok && checked.proofProblem) {
    const { proofProblem: problem } = checked
    proofLines.write(() => log().warn({ event: 'proof refused', requestId, problem }))
  }
  const outcome = checked.ok ? await confirmLink(link, user.id, checked) : checked.outcome

  if (outcome.kind === 'connected') {
    await changeLinksOf(user.id, (links, now) => connectLink(links, link.id, now))
    countHold('connected')
    redirect(outcome.returnUrl)
  }
  const entered = enteredIn(press, outcome)
  await changeLinksOf(user.id, (links, now) => keepOutcome(links, link.id, { outcome, entered, now }))
  redirect(page)
}

/** The user says which of several links is theirs. */
export async function chooseAction(form: FormData): Promise<void> {
  const user = await requireUser(page)
  await changeLinksOf(user.id, (links, now) => chooseLink(links, textOf(form, 'link'), now))
  redirect(page)
}

/** The Cancel button: sets all links of this user aside. The service is told nothing. */
export async function cancelAction(): Promise<void> {
  const user = await requireUser(page)
  await changeLinksOf(user.id, (links, now) => setLinksAside(links, 'cancelled', now))
  countHold('cancelled')
  redirect(page)
}

/** The way out that is always right: forgets all links of this user and leads to where they get a new one. */
export async function startAgainAction(): Promise<void> {
  const user = await requireUser(page)
  await changeLinksOf(user.id, (links, now) => setLinksAside(links, 'cancelled', now))
  countHold('cancelled')
  redirect(config().service.profileUrl)
}

/** Takes Cancel, or signing out, back. */
export async function undoAction(): Promise<void> {
  const user = await requireUser(page)
  await changeLinksOf(user.id, reopenLinks)
  redirect(page)
}

/**
 * The buttons that open the connect link in a wallet's in-app browser on a phone. The URL contains the nonce,
 * so it is created when the button is pressed and is never part of the page. The link stays held, so that
 * users who do not have that wallet can come back to this page.
 */
export async function openInWalletAction(form: FormData): Promise<void> {
  const user = await requireUser(page)
  const link = (await linksOf(user.id)).find(({ id }) => id === form.get('link'))
  const app = walletApps(walletIds).find(({ id }) => id === form.get('wallet'))
  if (!link || !isOpen(link, Date.now()) || !app) redirect(page)
  log().info({ event: 'opened in wallet', requestId: link.requestId, wallet: app.id })
  redirect(walletAppLink(app, { origin: config().app.origin, link }))
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
