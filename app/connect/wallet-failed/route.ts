import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { linkResponse } from '@/app/connect/link-response'
import { walletFailures } from '@/lib/wallets/failures'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { recordStep } from '@/lib/records/record-step'

/*
 * The connect page's script reports here, in one word, what went wrong with a wallet: support can then tell a declined
 * connection from a page that was closed. Nothing depends on it, since a browser can say what it likes.
 */

const failure = z.enum(walletFailures).catch('failed')

/** One for each press that the service takes in a minute. A user can make their wallet fail as often as they like. */
const lines = lineLimit('more wallets failed', { lines: 120 })

/** Keeps the failure with the records of the link. Its body is not read. */
export function POST(request: NextRequest): Promise<Response> {
  const reason = failure.parse(request.nextUrl.searchParams.get('problem'))
  return linkResponse(request, async ({ requestId, code: linkCode }, { id: userId }) => {
    lines.write(() => log().info({ event: 'wallet failed', requestId, reason }))
    recordStep({ step: 'wallet_failed', reason, requestId, linkCode, userId })
    return { body: '', headers: {} }
  })
}
