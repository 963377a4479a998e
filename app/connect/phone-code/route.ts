import type { NextRequest } from 'next/server'
import { toString as qrCode } from 'qrcode'
import { linkResponse } from '@/app/connect/responses'
import { config } from '@/lib/config'
import { phoneCodeUrl } from '@/lib/connect/wallet-links'
import { log } from '@/lib/log'
import { lineLimit, linesOfPresses } from '@/lib/log/line-limit'

/*
 * A link of this user as a QR code, for a phone with the user's wallet. The page loads it only when the user asks, so
 * it never contains the link.
 */

const headers = {
  'Content-Type': 'image/svg+xml',
  // If a user opens the image directly, it loads and runs nothing.
  'Content-Security-Policy': `default-src 'none'; sandbox`,
}

const lines = lineLimit('more shown as a QR code', linesOfPresses)

export function GET(request: NextRequest): Promise<Response> {
  return linkResponse(request, async (link, { id: userId }) => {
    const url = phoneCodeUrl(config().app.origin, link)
    if (url === null) return null
    const { requestId } = link
    lines.write(() => log().info({ event: 'shown as a QR code', requestId }), { once: `${userId} ${requestId}` })
    return { body: await qrCode(url, { type: 'svg' }), headers }
  })
}
