import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { nextCommand } from '../e2e/harness/app'
import { completeBuild } from './complete-build'

const run = promisify(execFile)

/** All that the app's own build is made from, in the project's folder. */
export const appSources: readonly string[] = [
  'app',
  'components',
  'lib',
  'public',
  // Its styles are a part of the build; all else of a skin is read at the start.
  'skin/theme.css',
  'scripts/doctor',
  'scripts/inline-css-loader.mjs',
  'instrumentation.ts',
  'proxy.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
]

/**
 * Runs Next's command line in a folder.
 *
 * @returns what it printed.
 */
export async function runNext(folder: string, ...commandLine: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [nextCommand, ...commandLine], {
    cwd: folder,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    maxBuffer: Infinity,
  })
  return stdout
}

/**
 * Builds what is in a folder, unless it has been built since the last change.
 *
 * @param sources - files and folders, relative to `folder`, that the build is made from.
 * @returns whether it had to be built.
 */
export async function ensureBuild(folder: string, sources: readonly string[]): Promise<boolean> {
  if (isBuilt(folder, sources)) return false
  await runNext(folder, 'build')
  completeBuild(folder)
  return true
}

/** Whether a folder has been built since the last change of its sources, which are relative to it. */
export function isBuilt(folder: string, sources: readonly string[]): boolean {
  const buildId = join(folder, '.next', 'BUILD_ID')
  const changedAt = Math.max(...sources.map((source) => newestChange(join(folder, source))))
  return existsSync(buildId) && statSync(buildId).mtimeMs > changedAt
}

/** When a file, or anything in a folder, was last changed; 0 where there is none. */
function newestChange(path: string): number {
  if (!existsSync(path)) return 0
  const entries = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : []
  return Math.max(...[path, ...entries.map((entry) => join(path, entry))].map((file) => statSync(file).mtimeMs))
}
