import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, lstatSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { isReadAlike, variableIn } from '../../lib/config/env-file.mjs'

export type Values = Record<string, string>

/**
 * Keeps comments, order and other variables. A value replaces the last line of its variable, or else the comment with
 * its name (`# NAME=`). Without both, it is added at the end. An empty value only replaces an existing line.
 */
export function withValues(text: string, changes: Values): string {
  const lines = text.split('\n')
  for (const [name, value] of Object.entries(changes)) {
    const line = lineOf(name, value) ?? ''
    const set = lines.findLastIndex((candidate) => variableIn(candidate)?.[0] === name)
    const shown = lines.findIndex((candidate) => candidate.startsWith(`# ${name}=`))
    if (set >= 0) lines[set] = line
    else if (value === '') continue
    else if (shown >= 0) lines[shown] = line
    else lines.splice(lines.at(-1) === '' ? -1 : lines.length, 0, line)
  }
  return lines.join('\n')
}

/** Undefined if not every reader would read this value. */
export const lineOf = (name: string, value: string) => (isReadAlike(value) ? `${name}=${value}` : undefined)

/** Says what to do about a value that `lineOf` cannot write, without quoting it; undefined if it can. */
export function unwritable(name: string, value: string): string | undefined {
  if (lineOf(name, value) !== undefined) return undefined
  // Another key would make every user a new one at the service.
  const todo = name === 'SUBNET_USER_ID_KEY' ? 'Set' : 'Create another value without it, or set'
  return String.raw`${name} has a character that programs read differently in a file: #, $, \, a quote at the start, a line break, a special blank or an invisible character. ${todo} the variable in your platform's own settings instead of this file.`
}

/** Returns the comment above a variable, or above its group of variables. */
export function commentOn(name: string, text: string): string {
  const isVariable = (line: string) => /^(# )?[A-Z_]+=/.test(line)
  const lines = text.split('\n')
  const at = lines.findIndex((line) => /^(?:# )?([A-Z_]+)=/.exec(line)?.[1] === name)
  const above = lines.slice(0, Math.max(at, 0))
  while (isVariable(above.at(-1) ?? '')) above.pop()
  const comment = above.slice(above.findLastIndex((line) => !line.startsWith('# ') || isVariable(line)) + 1)
  return comment.map((line) => line.slice('# '.length)).join('\n')
}

/**
 * Writes the file where it is, so that its owner and a link to it stay. Only its owner can read it. A file behind a
 * link, or another user's, keeps its mode. Until the file is complete, a copy has all values.
 */
export function writeEnvFile(path: string, text: string): void {
  // This throws before there is a copy if the file cannot be written.
  closeSync(openSync(path, 'a', 0o600))
  const file = lstatSync(path)
  const maySetMode = [file.uid, 0].includes(process.geteuid?.() ?? 0)
  if (maySetMode && !file.isSymbolicLink()) chmodSync(path, 0o600)
  // Git and Docker ignore a name that ends like this.
  const copy = `${path}.${randomUUID()}.env`
  try {
    writeFileSync(copy, text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  }
  try {
    writeFileSync(path, text)
  } catch (cause) {
    throw new Error(`${path} is incomplete. ${copy} has all values: move it to ${path}.`, { cause })
  }
  rmSync(copy)
}
