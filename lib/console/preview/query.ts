import type { Scheme } from '@/lib/skin/theme'

/** The language, the scheme and the screen of the preview. */
export interface PreviewQuery {
  language: string
  scheme: Scheme
  width: 'phone' | 'desktop'
}

/**
 * Reads the query of the preview. Invalid values fall back to the default.
 *
 * @param skin - its languages and schemes, with the default of each first.
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
