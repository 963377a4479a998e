import type { NextRequest } from 'next/server'
import { toString as qrCode } from 'qrcode'
import { linkResponse } from '@/app/connect/link-response'
import { config } from '@/lib/config'
import { connectUrl } from '@/lib/connect/wallet-links'
import { log } from '@/lib/log'

/*
 * A link of this user as a QR code, for a phone that has the user's wallet. The page shows it as an image when the user
 * asks for it, so the link is never part of the page.
 */

const headers = {
  'Content-Type': 'image/svg+xml',
  // An image that is opened by itself loads and runs nothing.
  'Content-Security-Policy': `default-src 'none'; sandbox`,
}

/** Answers with an SVG. */
export function GET(request: NextRequest): Promise<Response> {
  return linkResponse(request, async (link) => {
    const body = await qrCode(connectUrl(config().app.origin, link), { type: 'svg' })
    log().info({ event: 'shown as a QR code', requestId: link.requestId })
    return { body, headers }
  })
}
