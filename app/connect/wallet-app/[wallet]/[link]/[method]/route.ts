import type { NextRequest } from 'next/server'
import { plainPage } from '@/app/plain-page'
import { connectPage, seeOther } from '@/app/connect/responses'
import { currentUser } from '@/lib/auth/user'
import { navigationKind } from '@/lib/connect/arrival'
import { answerLink, deepLinkMethods } from '@/lib/connect/deep-link'
import { changeLinks, linkOfApp } from '@/lib/connect/hold-cookie'
import { isOpen } from '@/lib/connect/link'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { limitArrival, requestAddress } from '@/lib/limits'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { recordStep } from '@/lib/records'
import { walletAppOf } from '@/lib/wallets'

/*
 * A wallet app opens this URL with its answer in the query (the `redirect_link` of our deep links). The route stores
 * the answer with the link and confirms nothing. Its redirect removes the query from the address bar.
 */

/** Per minute, two for each press that the service accepts. */
const lines = lineLimit('more wallet apps answered', { lines: 240 })

const otherBrowserLines = lineLimit('more wallet apps answered another browser')

type Context = RouteContext<'/connect/wallet-app/[wallet]/[link]/[method]'>

/** A browser without the link gets a page that explains the next step. */
export async function GET({ headers, nextUrl }: NextRequest, { params }: Context): Promise<Response> {
  const { wallet, link: id, method: name } = await params
  const app = walletAppOf(wallet)
  const method = deepLinkMethods.find((known) => known === name)
  if (!app || !method) return new Response(null, { status: 404 })
  if (navigationKind(headers) !== 'navigation') return new Response(null, { status: 403 })

  const limit = await limitArrival(requestAddress(headers))
  if (!limit.isAllowed) return plainPage({ kind: 'busy', waitMs: limit.waitMs })

  const user = await currentUser()
  const link = await linkOfApp(id, user?.id)
  // Phantom requests this URL without a query, to read the name and the icon of the site.
  const isAnswer = nextUrl.search !== ''
  if (!link) {
    if (!isAnswer) return plainPage({ kind: 'other_browser', app })
    otherBrowserLines.write(() => log().warn({ event: 'wallet app answered another browser', wallet: app.id, method }))
    return seeOther(nextUrl.pathname)
  }
  if (isAnswer && isOpen(link, Date.now())) {
    const locked = user?.walletAddress === undefined ? undefined : parseWalletAddress(user.walletAddress)
    const lockedAddress = locked?.ok ? locked.address : user?.walletAddress
    const answered = answerLink(link, { app, method, query: nextUrl.searchParams, lockedAddress })
    if (answered.link !== link) await changeLinks(null, () => ({ put: [answered.link] }))
    const { requestId, code: linkCode } = link
    const { problem, detail: reason } = answered
    const line = { event: 'wallet app answered', requestId, wallet: app.id, method, problem, reason } as const
    lines.write(() => log().info(line), { once: JSON.stringify([id, line]) })
    const failure = problem === 'proof_refused' ? 'invalid_signature' : problem
    const step = { step: 'wallet_failed', requestId, linkCode, userId: user?.id, way: 'deep_link' } as const
    if (failure) recordStep({ ...step, reason: failure })
  }
  return seeOther(connectPage)
}

/** Link checkers and previews send HEAD requests. */
export function HEAD(): Response {
  return new Response(null)
}
