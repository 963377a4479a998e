'use server'

import { redirect } from 'next/navigation'
import { requireUser } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { changeLinks, linksOf } from '@/lib/connect/hold-cookie'
import { changeWallet, chooseLink, isOpen, keepOutcome, reopenLinks, setLinksAside } from '@/lib/connect/link'
import { linkExpired } from '@/lib/connect/outcome'
import { parsePressForm } from '@/lib/connect/press'
import { count } from '@/lib/metrics'
import { recordStep } from '@/lib/records'
import { pressConnect } from './press-connect'

/*
 * The actions of the connect page's buttons. The browser itself posts their forms, even with JavaScript. Each action
 * redirects to the service, or back to the page with the stored outcome.
 */

const page = '/connect/confirm'

/** Handles the Connect button ("Connect flow", steps 4 and 5). */
export async function confirmAction(form: FormData): Promise<void> {
  const user = await requireUser(page)
  const { linkId, requestId, press } = parsePressForm(form)
  const link = (await linksOf(user.id)).find(({ id }) => id === linkId)
  if (!link || link.status === 'confirmed') redirect(page)
  if (!isOpen(link, Date.now())) {
    const { requestId: expired, code: linkCode } = link
    recordStep({ step: 'form_refused', reason: 'link_expired', requestId: expired, linkCode, userId: user.id })
    // The page then says that this link has ended. It asks before it offers another, because the user meant this one.
    const ended = { outcome: linkExpired }
    if (link.status === 'open')
      await changeLinks(user.id, (links, now) => keepOutcome(links, linkId, { ...ended, now }))
    redirect(page)
  }
  // Whatever the form shows, the user must first say which of several links is theirs.
  if (link.needsChoice && !link.isChosen) redirect(page)
  // A press may confirm only the link that its page showed.
  if (link.requestId !== requestId) redirect(page)
  // An app has shared an address since the page was loaded. Show that address before the user confirms anything.
  if (link.app && link.app.walletAddress !== press.walletAddress && user.walletAddress === undefined) redirect(page)
  redirect((await pressConnect(press, { link, user })) ?? page)
}

export async function chooseAction(form: FormData): Promise<void> {
  const user = await requireUser(page)
  await changeLinks(user.id, (links, now) => chooseLink(links, parsePressForm(form).linkId, now))
  redirect(page)
}

export async function changeWalletAction(form: FormData): Promise<void> {
  const user = await requireUser(page)
  await changeLinks(user.id, (links, now) => changeWallet(links, parsePressForm(form).linkId, now))
  redirect(page)
}

/** Sets all links of this user aside, without a call to the service. */
export async function cancelAction(): Promise<void> {
  await cancelLinks()
  redirect(page)
}

/** Redirects to the service's page, where the user gets a new link. */
export async function startAgainAction(): Promise<void> {
  await cancelLinks()
  redirect(config().service.profileUrl)
}

async function cancelLinks(): Promise<void> {
  const { id: userId } = await requireUser(page)
  const { aside } = await changeLinks(userId, (links, now) => setLinksAside(links, now, userId))
  for (const { requestId, code: linkCode } of aside) recordStep({ step: 'cancelled', requestId, linkCode, userId })
  count('holds_total', 'cancelled')
}

export async function undoAction(): Promise<void> {
  const user = await requireUser(page)
  await changeLinks(user.id, (links, now) => reopenLinks(links, now, user.id))
  redirect(page)
}
