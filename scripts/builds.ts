import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const appFolder = dirname(dirname(fileURLToPath(import.meta.url)))

const appSources: readonly string[] = [
  'app',
  'components',
  'lib',
  'public',
  // Only a skin's styles are part of the build. The app reads the other files of a skin when it starts.
  'skin/theme.css',
  'scripts/bundle-commands.ts',
  'scripts/checks',
  'scripts/command-line.ts',
  'scripts/complete-build.ts',
  'scripts/doctor',
  'scripts/doctor.ts',
  'scripts/inline-css-loader.mjs',
  'instrumentation.ts',
  'proxy.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
]

/** Runs `npm run build`, unless nothing has changed since the last build. @throws Error with the build's output */
export function ensureAppBuild(): void {
  if (isBuilt(appFolder, appSources)) return
  console.log('Building the app. This takes a few minutes …')
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: appFolder,
    encoding: 'utf8',
    maxBuffer: Infinity,
  })
  if (status !== 0) throw new Error(`The build failed.\n${stdout}${stderr}`)
}

/** @param sources - relative to the folder. */
export function isBuilt(folder: string, sources: readonly string[]): boolean {
  const buildId = join(folder, '.next', 'BUILD_ID')
  const changedAt = Math.max(...sources.map((source) => newestChange(join(folder, source))))
  return existsSync(buildId) && statSync(buildId).mtimeMs > changedAt
}

function newestChange(path: string): number {
  if (!existsSync(path)) return 0
  const entries = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : []
  return Math.max(...[path, ...entries.map((entry) => join(path, entry))].map((file) => statSync(file).mtimeMs))
}
