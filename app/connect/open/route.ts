import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { plainPage } from '@/app/plain-page'
import { connectPage, seeOther } from '@/app/connect/responses'
import { currentUser } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { openLinkOf } from '@/lib/connect/hold-cookie'
import { connectUrl } from '@/lib/connect/wallet-links'
import { log } from '@/lib/log'
import { lineLimit, linesOfPresses } from '@/lib/log/line-limit'
import { isFromThisSite } from '@/lib/request/sender'
import { walletAppOf } from '@/lib/wallets'

/*
 * Opens a connect link in another app: a wallet's own browser, Chrome or Safari. A phone opens an app only for a link
 * that a person taps, so the answer is a page with that link. The link contains the nonce, so no other page has it. The
 * browser keeps its hold.
 */

/** `to` is the ID of a wallet with an app; any other text means another browser. */
const pressForm = z.object({ link: z.string().catch(''), to: z.string().catch('') })

const lines = lineLimit('more opened in wallet', linesOfPresses)

export async function POST(request: NextRequest): Promise<Response> {
  if (!isFromThisSite(request.headers)) return new Response(null, { status: 403 })
  const user = await currentUser()
  if (!user) return seeOther(connectPage)
  const form = pressForm.parse(Object.fromEntries(await request.formData().catch(() => [])))
  const link = await openLinkOf(user.id, form.link)
  if (!link) return seeOther(connectPage)
  const app = walletAppOf(form.to)
  const line = { event: 'opened in wallet', requestId: link.requestId, wallet: app?.id ?? 'browser' } as const
  lines.write(() => log().info(line), { once: `${user.id} ${line.requestId} ${line.wallet}` })
  return plainPage({ kind: 'open_elsewhere', app, url: connectUrl(config().app.origin, link) })
}

/** The browser requests the page this way after a reload, or a choice of another language. */
export function GET(): Response {
  return seeOther(connectPage)
}
