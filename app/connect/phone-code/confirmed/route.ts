import type { NextRequest } from 'next/server'
import { linkResponse } from '@/app/connect/responses'
import { changeLinks } from '@/lib/connect/hold-cookie'
import { forgetConfirmed } from '@/lib/connect/link'
import { nullIfUnavailable } from '@/lib/store'
import { isConfirmed } from '@/lib/store/marks'

/*
 * Whether the user has confirmed a link of this browser in another one, such as their phone's. This browser then
 * forgets the link, as after a confirm of its own, so that the page says that it is done.
 */

export async function GET(request: NextRequest): Promise<Response> {
  const { status, headers } = await linkResponse(request, async (link, { id: userId }) => {
    if (!(await nullIfUnavailable(() => isConfirmed(userId, link.digest)))) return null
    await changeLinks(userId, (links, now) => forgetConfirmed(links, link, now))
    return { body: '', headers: {} }
  })
  // A stranger gets the same answer as a user who has not confirmed. A browser would report an error status each time.
  return new Response(null, { headers, status: status === 401 || status === 404 ? 204 : status })
}
