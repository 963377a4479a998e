import { shownNames } from './steps'
import type { Values } from './env-file'

/** What is to be written: the values that differ from those of the file. */
export function changesOf(present: Values, wanted: Values): Values {
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => (present[name] ?? '') !== value))
}

/** Says which variables a file would have anew, and which with another value. Secrets are not shown. */
export function describeChanges(present: Values, changes: Values): string[] {
  const shown = (name: string, value: string) => {
    if (value === '') return '(empty)'
    return shownNames.has(name) ? value : '(not shown)'
  }
  return Object.entries(changes).map(([name, value]) =>
    present[name]
      ? `change  ${name}: ${shown(name, present[name])} → ${shown(name, value)}`
      : `new     ${name}: ${shown(name, value)}`,
  )
}
