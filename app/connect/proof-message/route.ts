import type { NextRequest } from 'next/server'
import { linkResponse } from '@/app/connect/link-response'
import { proofMessage } from '@/lib/connect/proof'

/*
 * What a wallet is to sign for a link of this user. The page's script fetches it when it asks the wallet, and keeps it
 * nowhere. A route handler and no server action, so that a page of an older version of this site can still ask.
 */

const headers = { 'Content-Type': 'text/plain; charset=utf-8' }

/** Answers with the message as plain text. */
export function GET(request: NextRequest): Promise<Response> {
  return linkResponse(request, async (link) => ({ body: proofMessage(link), headers }))
}
