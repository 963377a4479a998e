import type { NextRequest } from 'next/server'
import { linkResponse } from '@/app/connect/responses'
import { proofMessage } from '@/lib/connect/proof'

/*
 * Returns the message that a wallet signs for a link of this user. The page's script fetches it for the wallet and
 * never stores it. This is a route handler and not a server action, so that pages of an older version of the site can
 * still request it.
 */

const headers = { 'Content-Type': 'text/plain; charset=utf-8' }

export function GET(request: NextRequest): Promise<Response> {
  return linkResponse(request, async (link) => ({ body: proofMessage(link), headers }))
}
