import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { plainPage } from '@/app/plain-page'
import { seeOther } from '@/app/connect/responses'
import { currentUser } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { openLinkOf } from '@/lib/connect/hold-cookie'
import { connectUrl } from '@/lib/connect/wallet-links'
import { log } from '@/lib/log'
import { lineLimit, linesOfPresses } from '@/lib/log/line-limit'
import { isFromThisSite } from '@/lib/request/sender'
import { walletAppOf } from '@/lib/wallets'

/*
 * Answers the buttons that open a connect link in another app: in a wallet's own browser, or in Chrome or Safari. The
 * answer is a page with a link, because a phone opens apps only for links that a person taps, and not for redirects.
 * The link contains the nonce, so only this page has it, and only after the press. The browser keeps its hold, so that
 * the user can return to the connect page.
 */

const page = '/connect/confirm'

/** `to` is the ID of a wallet that has an app, or any other text for another browser. */
const pressForm = z.object({ link: z.string().catch(''), to: z.string().catch('') })

const lines = lineLimit('more opened in wallet', linesOfPresses)

/** Answers a press. */
export async function POST(request: NextRequest): Promise<Response> {
  if (!isFromThisSite(request.headers)) return new Response(null, { status: 403 })
  const user = await currentUser()
  if (!user) return seeOther(page)
  const form = pressForm.parse(Object.fromEntries(await request.formData().catch(() => [])))
  const link = await openLinkOf(user.id, form.link)
  if (!link) return seeOther(page)
  const app = walletAppOf(form.to)
  const line = { event: 'opened in wallet', requestId: link.requestId, wallet: app?.id ?? 'browser' }
  lines.write(() => log().info(line), { once: `${user.id} ${line.requestId} ${line.wallet}` })
  return plainPage({ kind: 'open_elsewhere', app, url: connectUrl(config().app.origin, link) })
}

/** Answers a reload without the form, or a choice of another language. */
export function GET(): Response {
  return seeOther(page)
}
