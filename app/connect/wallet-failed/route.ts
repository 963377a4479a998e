import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { linkResponse } from '@/app/connect/responses'
import { walletFailures } from '@/lib/wallets/errors'
import { log } from '@/lib/log'
import { lineLimit, linesOfPresses } from '@/lib/log/line-limit'
import { recordStep } from '@/lib/records'

/*
 * The connect page's script reports wallet failures here, in one word. Support can then distinguish a declined
 * connection from a closed page. Nothing else depends on the report, because a browser can send any value.
 */

const failure = z.enum(walletFailures).catch('failed')

/** A user can make their wallet fail any number of times, and gets one line for each link and problem. */
const lines = lineLimit('more wallets failed', linesOfPresses)

/** Records the failure of the link's wallet. It does not read the request's body. */
export function POST(request: NextRequest): Promise<Response> {
  const reason = failure.parse(request.nextUrl.searchParams.get('problem'))
  return linkResponse(request, async ({ requestId, code: linkCode }, { id: userId }) => {
    lines.write(() => log().info({ event: 'wallet failed', requestId, reason }), {
      once: `${userId} ${requestId} ${reason}`,
    })
    recordStep({ step: 'wallet_failed', reason, requestId, linkCode, userId })
    return { body: '', headers: {} }
  })
}
