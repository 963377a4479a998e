import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProgram, type App } from '../e2e/harness/app'
import { isBuilt } from '../scripts/builds'
import { completeBuild } from '../scripts/complete-build'

/*
 * The bare app is the reference for measurements of this app. It is a Next app of the same version with an empty page
 * at `/`. At `/connect` it holds a link, shows a page with one form, and calls the service at a press. It has no login,
 * no headers and no checks.
 */

const bareAppFolder = fileURLToPath(new URL('bare-app', import.meta.url))

/** Builds the bare app, unless nothing has changed since its last build. */
export function buildBareApp(): void {
  if (isBuilt(bareAppFolder, ['app', 'hold.jsx', 'next.config.mjs', '../../package-lock.json'])) return
  console.log('Building the bare app …')
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  execFileSync('npx', ['next', 'build'], {
    cwd: bareAppFolder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  completeBuild(bareAppFolder)
}

/** Starts its last build on loopback. */
export function startBareApp(port: number, variables: Record<string, string> = {}): Promise<App> {
  // Next repeats the path from the project's folder, which contains the packages.
  const server = join(bareAppFolder, '.next', 'standalone', 'lab', 'bare-app', 'server.js')
  return startProgram({
    program: [process.execPath, server],
    port,
    variables: { HOSTNAME: '127.0.0.1', PORT: String(port), ...variables },
    readyPath: '/icon.svg',
  })
}
