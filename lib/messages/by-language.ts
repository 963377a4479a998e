/** Because `Intl` objects are expensive. Only for offered languages: a request could name any number of others. */
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
