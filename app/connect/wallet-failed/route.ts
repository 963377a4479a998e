import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { linkResponse } from '@/app/connect/responses'
import { walletFailures } from '@/lib/wallets/errors'
import { log } from '@/lib/log'
import { lineLimit, linesOfPresses } from '@/lib/log/line-limit'
import { recordStep } from '@/lib/records'

/*
 * The script reports in one word that a wallet failed, or that it refused the typed address, so that support can tell it
 * from a closed page. A browser can send anything, so nothing else depends on it.
 */

const failure = z.enum([...walletFailures, 'invalid_wallet_address']).catch('failed')

const lines = lineLimit('more wallets failed', linesOfPresses)

/** Does not read the request's body. */
export function POST(request: NextRequest): Promise<Response> {
  const reason = failure.parse(request.nextUrl.searchParams.get('problem'))
  return linkResponse(request, async ({ requestId, code: linkCode }, { id: userId }) => {
    lines.write(() => log().info({ event: 'wallet failed', requestId, reason }), {
      once: `${userId} ${requestId} ${reason}`,
    })
    const step = reason === 'invalid_wallet_address' ? 'form_refused' : 'wallet_failed'
    recordStep({ step, reason, requestId, linkCode, userId })
    return { body: '', headers: {} }
  })
}
