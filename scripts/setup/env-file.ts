import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import nextEnv from '@next/env'

/** Variables by name, as a file or a person gives them. */
export type Values = Record<string, string>

/** The variables of a file's text, as the app reads them. */
export function valuesOf(contents: string): Values {
  // Next's reader lets the process's own variables win, and adds to them: it is given none.
  const own = process.env
  process.env = {} as NodeJS.ProcessEnv
  try {
    const file = { path: '', contents, env: {} }
    nextEnv.processEnv([file], undefined, undefined, true)
    return file.env
  } finally {
    process.env = own
  }
}

/**
 * Puts values into the text of a file. What else is there stays as it is: comments, order, other variables. A value
 * takes the place of its variable, or of the comment that shows it (`# NAME=`), or comes last.
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
 * A variable as a line of the file, with quotes if it needs them: other readers, like Docker's, take quotes as part of
 * the value.
 *
 * @returns undefined if the app would read another value, as with line breaks.
 */
export function lineOf(name: string, value: string): string | undefined {
  // Without the backslash, the reader would put another variable in the place of `$NAME`.
  const escaped = value.replaceAll('$', String.raw`\$`)
  const lines = ['', `'`, '`', `"`].map((quote) => `${name}=${quote}${escaped}${quote}`)
  return lines.find((line) => !/[\r\n]/.test(line) && valuesOf(line)[name] === value)
}

/** The comment above a variable, or above the variables among which it is. */
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
