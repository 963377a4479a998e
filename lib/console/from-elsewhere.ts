import 'server-only'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { auditLookUp, type LookUpKind, type Staff } from '@/lib/records/audit'
import { elsewhereParameter } from '@/lib/request/paths'
import { senderOf } from '@/lib/request/sender'
import { pageUrl, type PageQuery } from './page-url'

/**
 * Checks whether another site, or another host of this one, made the browser send this request, perhaps by a link to
 * the sign-in page. Such a request may not start an export, a walk or a look-up. A request without the headers passes.
 */
export function isFromElsewhere(headers: Pick<Headers, 'get'>): boolean {
  const referrer = headers.get('Referer') ?? ''
  const isFromSignIn = URL.canParse(referrer) && /^\/signin\/?$/.test(new URL(referrer).pathname)
  return isFromSignIn || ['cross-site', 'same-site'].includes(senderOf(headers) ?? '')
}

/**
 * Decides whether a page may look up the texts of its URL, and audits the look-ups. If another site led here, the page
 * waits for a press. Its URL says so, because a reload would look like a request of this site.
 *
 * @param isWalk - whether the URL makes the page read more than its list without a text.
 */
export async function mayLookUp(
  staff: Staff,
  { path, searchParams }: PageQuery,
  lookUps: { [Kind in LookUpKind]?: string | null | undefined },
  isWalk = false,
): Promise<boolean> {
  const texts = Object.entries(lookUps).filter(([, text]) => text) as [LookUpKind, string][]
  if (isWalk || texts.length > 0) {
    if (searchParams[elsewhereParameter] !== undefined) return false
    if (isFromElsewhere(await headers())) redirect(pageUrl(path, searchParams, { [elsewhereParameter]: 1 }))
  }
  for (const [kind, text] of texts) auditLookUp(staff, kind, text)
  return true
}
