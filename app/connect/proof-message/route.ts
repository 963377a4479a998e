import type { NextRequest } from 'next/server'
import { linkResponse } from '@/app/connect/responses'
import { proofMessage } from '@/lib/connect/proof'

/*
 * What a wallet signs for a link of this user. The script fetches it for the wallet and never stores it. It is no
 * server action, so that pages of an older version can request it.
 */

const headers = { 'Content-Type': 'text/plain; charset=utf-8' }

export function GET(request: NextRequest): Promise<Response> {
  return linkResponse(request, async (link) => ({ body: proofMessage(link), headers }))
}
