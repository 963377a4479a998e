import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { valuesOf } from '../../lib/config/env-file.mjs'

/** Values of variables by name, from a file or a person. */
export type Values = Record<string, string>

/**
 * Puts values into the text of a file, and keeps comments, order and other variables. A value replaces the line of its
 * variable or the comment with its name (`# NAME=`). Otherwise it is added at the end. An empty value only replaces an
 * existing line.
 *
 * @param changes - values that `lineOf` can write.
 */
export function withValues(text: string, changes: Values): string {
  const lines = text.split('\n')
  for (const [name, value] of Object.entries(changes)) {
    const line = lineOf(name, value) ?? ''
    const set = lines.findLastIndex((candidate) => candidate.startsWith(`${name}=`))
    const shown = lines.findIndex((candidate) => candidate.startsWith(`# ${name}=`))
    if (set >= 0) lines[set] = line
    else if (value === '') continue
    else if (shown >= 0) lines[shown] = line
    else lines.splice(lines.at(-1) === '' ? -1 : lines.length, 0, line)
  }
  return lines.join('\n')
}

/**
 * Writes a variable as a line of the file. It uses quotes only if necessary, because other readers, like Docker's,
 * treat quotes as part of the value.
 *
 * @returns undefined if the app would read another value, for example because of line breaks.
 */
export function lineOf(name: string, value: string): string | undefined {
  // Without the backslash, the reader would replace `$NAME` with the value of that variable.
  const escaped = value.replaceAll('$', String.raw`\$`)
  const lines = ['', `'`, '`', `"`].map((quote) => `${name}=${quote}${escaped}${quote}`)
  return lines.find((line) => !/[\r\n]/.test(line) && valuesOf(line)[name] === value)
}

/** Returns the comment above a variable, or above its group of variables. */
export function commentOn(name: string, text: string): string {
  const isVariable = (line: string) => /^(# )?[A-Z_]+=/.test(line)
  const lines = text.split('\n')
  const above = lines.slice(
    0,
    Math.max(
      lines.findIndex((line) => /^(?:# )?([A-Z_]+)=/.exec(line)?.[1] === name),
      0,
    ),
  )
  while (isVariable(above.at(-1) ?? '')) above.pop()
  const comment = above.slice(above.findLastIndex((line) => !line.startsWith('# ') || isVariable(line)) + 1)
  return comment.map((line) => line.slice('# '.length)).join('\n')
}

/**
 * Writes the file for its owner only. It writes a temporary file and moves it, so that the old file is never half
 * replaced.
 */
export function writeEnvFile(path: string, text: string): void {
  const temporary = `${path}.${randomUUID()}`
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' })
    renameSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}
