/** A name at the beginning of a sentence: `the service` becomes `The service`. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
