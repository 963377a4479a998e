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

/** Counts the characters to insert, delete or replace to turn one text into the other (Levenshtein). */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, character] of from.split('').entries()) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (character === to[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
