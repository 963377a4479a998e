import 'server-only'
import { headers } from 'next/headers'
import { auditLookUp, type LookUpKind, type Staff } from '@/lib/audit'

/**
 * Checks whether another site, or another host of the same site, made the browser send this request. Such sites may not
 * start a read of a whole list, or a look-up. A redirect keeps the header. Requests from bookmarks and typed URLs pass,
 * and so do requests without the header.
 */
export function isFromElsewhere(headers: Pick<Headers, 'get'>): boolean {
  return ['cross-site', 'same-site'].includes(headers.get('Sec-Fetch-Site') ?? '')
}

/**
 * Decides whether a page may look up the texts of its URL, and records the look-ups in the audit. If another site led
 * here, the page must wait for a press. That includes a page after the sign-in, because another site can link to the
 * sign-in page with the page to return to.
 *
 * @param lookUps - the text of each kind of look-up; null or undefined without one.
 * @param isActive - whether the URL makes the page look up or walk anything. @default whether there is a text
 */
export async function mayLookUp(
  staff: Staff,
  lookUps: { [Kind in LookUpKind]?: string | null | undefined },
  isActive = Object.values(lookUps).some((text) => text !== null && text !== undefined),
): Promise<boolean> {
  const requestHeaders = await headers()
  const referrer = requestHeaders.get('Referer') ?? ''
  const isAfterSignIn = URL.canParse(referrer) && new URL(referrer).pathname === '/signin'
  if (isActive && (isAfterSignIn || isFromElsewhere(requestHeaders))) return false
  for (const [kind, text] of Object.entries(lookUps) as [LookUpKind, string | null | undefined][]) {
    if (text !== null && text !== undefined) auditLookUp(staff, kind, text)
  }
  return true
}
