import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

const registryKey = Symbol.for('subnet-connect.process-singleton')

/** Forgets the values of `processSingleton` with these names, as if this process had just begun. */
export function forgetSingletons(names: RegExp): void {
  const { [registryKey]: values } = globalThis as { [registryKey]?: Map<string, unknown> }
  for (const name of values?.keys() ?? []) if (names.test(name)) values?.delete(name)
}

/**
 * Forgets all values of `processSingleton`, as if this process had just begun. The skin and its texts stay, because the
 * tests of a worker share them.
 */
export const beginAnotherProcess = () => forgetSingletons(/^(?!skin$|messages for )/)

export const sourcesIn = (folders: readonly string[], name = /(?<!\.test)\.tsx?$/): { path: string; text: string }[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => name.test(path))
      .map((path) => ({ path: join(folder, path), text: readFileSync(join(folder, path), 'utf8') })),
  )

/** Makes a folder with these files, until the test ends. */
export function folderWith(files: Record<string, string | Buffer> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}
