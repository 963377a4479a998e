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
 * @param languages - those of the skin, of which the first one is the default.
 */
export function readPreviewQuery(
  query: Record<string, string | string[] | undefined>,
  languages: readonly [string, ...string[]],
): PreviewQuery {
  const { language, scheme, width } = query
  return {
    language: languages.find((offered) => offered === language) ?? languages[0],
    scheme: scheme === 'dark' ? 'dark' : 'light',
    width: width === 'desktop' ? 'desktop' : 'phone',
  }
}
