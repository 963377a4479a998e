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
 * @param lookUps - the text of each kind of look-up; empty, null or undefined without one.
 * @param isWalk - whether the URL makes the page read more than its list without a text.
 */
export async function mayLookUp(
  staff: Staff,
  lookUps: { [Kind in LookUpKind]?: string | null | undefined },
  isWalk = false,
): Promise<boolean> {
  const texts = Object.entries(lookUps).filter(([, text]) => text) as [LookUpKind, string][]
  const requestHeaders = await headers()
  const referrer = requestHeaders.get('Referer') ?? ''
  const isAfterSignIn = URL.canParse(referrer) && new URL(referrer).pathname === '/signin'
  if ((isWalk || texts.length > 0) && (isAfterSignIn || isFromElsewhere(requestHeaders))) return false
  for (const [kind, text] of texts) auditLookUp(staff, kind, text)
  return true
}
