import { byLanguage } from './by-language'

/** A BCP 47 tag as it is written canonically, such as `pt-BR`; null where the text is no tag. */
export function canonicalTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
}

/** Whether a tag is that of a language that has a name: `de`, and not `xx`. */
export const isKnownLanguage = (tag: string) =>
  new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag) !== undefined

/** How a language is written: Arabic, Hebrew and some others from right to left. */
export const directionOf = byLanguage((language): 'ltr' | 'rtl' =>
  rightToLeft.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr',
)

const rightToLeft: ReadonlySet<string> = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg'])

/** A language's own name for itself: `Deutsch`. */
export const languageName = byLanguage((language) => {
  const name = new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' }).of(language)
  return name === undefined ? language : name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
})
