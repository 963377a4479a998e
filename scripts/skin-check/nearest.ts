import { editsBetween } from '../../lib/config/edits'

/** Finds the known name that a text most likely means. Undefined if none is similar. */
export function nearest(text: string, known: Iterable<string>): string | undefined {
  const [best] = Array.from(known, (name) => ({ name, edits: editsBetween(text.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= (name.length < 9 ? 2 : 3))
    .sort((a, b) => a.edits - b.edits)
  return best?.name
}

/** Returns `did you mean themeColor?`, or the list of known names. */
export function suggestion(text: string, known: readonly string[]): string {
  const name = nearest(text, known)
  return name === undefined ? `known are ${known.join(', ')}` : `did you mean ${name}?`
}
