import { remembered } from './remembered'

/** Such as `pt-BR`; null if the text is not a tag. */
export function canonicalTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
}

/** In it the console's preview shows the name of each text. ISO 639 has this code for no language. */
export const namesLanguage = 'zxx'

export const directionOf = remembered((language): 'ltr' | 'rtl' =>
  rightToLeft.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr',
)

const rightToLeft: ReadonlySet<string> = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg'])

/** In that language: `Deutsch`. */
export const languageName = remembered((language) => {
  const name = new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' }).of(language)
  return name === undefined ? language : name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
})
