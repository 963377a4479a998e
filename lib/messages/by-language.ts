/**
 * Makes something once for each language: what `Intl` makes is expensive, and every page needs the same. The languages
 * must be those that are offered, not what a request names, so that they are few.
 */
export function byLanguage<Value>(make: (language: string) => Value): (language: string) => Value {
  const made = new Map<string, Value>()
  return (language) => {
    const before = made.get(language)
    if (before !== undefined) return before
    const value = make(language)
    made.set(language, value)
    return value
  }
}
