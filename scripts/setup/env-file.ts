import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import nextEnv from '@next/env'

/** Variables by name, as a file or a person gives them. */
export type Values = Record<string, string>

/** The text of a file of variables; undefined where there is no file. */
export function readEnvFile(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** The variables of such a text, as the app reads them. */
export function valuesOf(contents: string): Values {
  // Next's reader lets the process's own variables win, and adds to them: it is given none.
  const own = process.env
  process.env = {} as NodeJS.ProcessEnv
  try {
    const file = { path: '', contents, env: {} as Record<string, string | undefined> }
    nextEnv.processEnv([file], undefined, undefined, true)
    return Object.fromEntries(Object.entries(file.env).map(([name, value]) => [name, value ?? '']))
  } finally {
    process.env = own
  }
}

/** A value cannot be written so that the app reads the same one. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError'
}

/**
 * Puts values into the text of a file. What else is there stays as it is: comments, order, other variables. A value
 * takes the place of its variable, or of the comment that shows it (`# NAME=`), or comes last.
 *
 * @throws UnwritableError for a value with line breaks or all kinds of quotes. The message names the variable alone.
 */
export function withValues(text: string, changes: Values): string {
  const lines = text.split('\n')
  for (const [name, value] of Object.entries(changes)) {
    const line = `${name}=${quoted(name, value)}`
    const set = lines.findLastIndex((candidate) => candidate.startsWith(`${name}=`))
    const shown = lines.findIndex((candidate) => candidate.startsWith(`# ${name}=`))
    if (set >= 0) lines[set] = line
    else if (value === '') continue
    else if (shown >= 0) lines[shown] = line
    else lines.splice(lines.at(-1) === '' ? -1 : lines.length, 0, line)
  }
  const result = lines.join('\n')
  const read = valuesOf(result)
  const lost = Object.keys(changes).find((name) => (read[name] ?? '') !== changes[name])
  if (lost !== undefined) throw new UnwritableError(`${lost} has characters that cannot be written to the file.`)
  return result
}

function quoted(name: string, value: string): string {
  // Plain where possible: other readers of such files, like Docker's, take quotes as part of the value.
  if (/^[\w.,:;/@%+=?&!~*()[\]{}<>|^-]*$/.test(value)) return value
  if (/[\r\n]/.test(value)) throw new UnwritableError(`${name} has a line break.`)
  const quote = [`'`, '`', `"`].find((candidate) => !value.includes(candidate))
  if (quote === undefined) throw new UnwritableError(`${name} has all kinds of quotes.`)
  // Without the backslash, the reader would put another variable in the place of `$NAME`.
  return quote + value.replaceAll('$', String.raw`\$`) + quote
}

/** Writes the file for its owner alone. It is there whole or as it was before: it is written elsewhere and moved. */
export function writeEnvFile(path: string, text: string): void {
  const temporary = `${path}.${randomUUID()}`
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' })
    renameSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}
