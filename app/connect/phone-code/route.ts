import type { NextRequest } from 'next/server'
import { toString as qrCode } from 'qrcode'
import { linkResponse } from '@/app/connect/link-response'
import { config } from '@/lib/config'
import { connectUrl } from '@/lib/connect/wallet-links'
import { log } from '@/lib/log'

/*
 * Returns a link of this user as a QR code, for a phone with the user's wallet. The page loads the image only when the
 * user asks for it, so the page never contains the link.
 */

const headers = {
  'Content-Type': 'image/svg+xml',
  // If a user opens the image directly, it loads and runs nothing.
  'Content-Security-Policy': `default-src 'none'; sandbox`,
}

export function GET(request: NextRequest): Promise<Response> {
  return linkResponse(request, async (link) => {
    const body = await qrCode(connectUrl(config().app.origin, link), { type: 'svg' })
    log().info({ event: 'shown as a QR code', requestId: link.requestId })
    return { body, headers }
  })
}
