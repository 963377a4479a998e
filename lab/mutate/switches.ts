import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './places'

/** The file whose number chooses the broken place of a running app. Without a number, no place is broken. */
export const choiceOf = (root: string) => join(root, 'broken-place')

/**
 * Puts a switch in place of each file, so that one build contains all of its changes. A module chooses once, when the
 * app loads it.
 */
export function writeSwitches(root: string, places: readonly Place[]): void {
  for (const file of new Set(places.map((place) => place.file))) {
    const path = join(root, file)
    const text = readFileSync(path, 'utf8')
    const name = file.slice(file.lastIndexOf('/') + 1, -'.ts'.length)
    writeFileSync(path.replace(/\.ts$/, '.whole.ts'), text)
    const numbers = places.flatMap((place, index) => (place.file === file ? [index + 1] : []))
    for (const number of numbers) {
      const broken = brokenText(text, places[number - 1])
      writeFileSync(path.replace(/\.ts$/, `.broken-${number}.ts`), broken)
    }
    writeFileSync(path, switchOf({ name, numbers, choice: choiceOf(root), text }))
  }
}

/** Returns the text of a file with the change of a place. */
export const brokenText = (text: string, place: Place | undefined): string =>
  place === undefined
    ? text
    : text
        .split('\n')
        .with(place.line - 1, place.after)
        .join('\n')

function switchOf(options: { name: string; numbers: readonly number[]; choice: string; text: string }): string {
  const { name, numbers, choice, text } = options
  const forwarded = /^export \{[^}]*\} from .*$/gm
  const exported = [...text.matchAll(/^export (?:async )?(?:abstract )?(?:function\*?|const|let|class) (\w+)/gm)]
  return [
    `import * as whole from './${name}.whole'`,
    ...numbers.map((number) => `import * as broken${number} from './${name}.broken-${number}'`),
    `export type * from './${name}.whole'`,
    ...(text.match(forwarded) ?? []),
    `const fs = globalThis.process?.getBuiltinModule?.('fs')`,
    `const chosen = fs?.existsSync(${JSON.stringify(choice)}) ? fs.readFileSync(${JSON.stringify(choice)}, 'utf8').trim() : ''`,
    `const used = { ${numbers.map((number) => `${number}: broken${number}`).join(', ')} }[chosen] ?? whole`,
    ...exported.map(([, exportedName = '']) => `export const ${exportedName} = used.${exportedName}`),
    '',
  ].join('\n')
}
