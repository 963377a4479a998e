/**
 * Caches a value for each language, because `Intl` objects are expensive. Use it only for offered languages: a request
 * could name any number of other languages and fill the cache.
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
