/**
 * Caches a value for each language, because `Intl` objects are expensive and every page needs the same. Use it only for
 * offered languages, never for those that a request names, so that the cache stays small.
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
