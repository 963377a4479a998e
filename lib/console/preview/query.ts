import type { Scheme } from '@/lib/skin/theme'

/** What the preview shows. */
export interface PreviewQuery {
  language: string
  scheme: Scheme
  width: 'phone' | 'desktop'
}

/**
 * Reads the query of the preview. Any query gives a page.
 *
 * @param skin - its languages and schemes, of which the first ones are the default.
 */
export function readPreviewQuery(
  query: Record<string, string | string[] | undefined>,
  { languages, schemes }: { languages: readonly [string, ...string[]]; schemes: readonly [Scheme, ...Scheme[]] },
): PreviewQuery {
  const { language, scheme, width } = query
  return {
    language: languages.find((offered) => offered === language) ?? languages[0],
    scheme: schemes.find((one) => one === scheme) ?? schemes[0],
    width: width === 'desktop' ? 'desktop' : 'phone',
  }
}
