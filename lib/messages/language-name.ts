/** A language's own name for itself: `Deutsch`. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' }).of(language)
  return name === undefined ? language : name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
