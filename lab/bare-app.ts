import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startBuild, type App } from '../e2e/harness/app'
import { isBuilt } from '../scripts/builds'
import { completeBuild } from '../scripts/complete-build'
import { runNext } from './next-command'

/*
 * What this app is measured beside: a Next app of the same version with an empty page at `/`, and at `/connect` a link
 * that is held, a page with one form, and a press that calls the service. It has no login, no headers and no checks.
 */

export const bareAppFolder = fileURLToPath(new URL('bare-app', import.meta.url))

/** Builds the bare app, unless nothing has changed since the last time. */
export async function buildBareApp(): Promise<void> {
  if (isBuilt(bareAppFolder, ['app', 'hold.jsx', 'next.config.mjs', '../../package-lock.json'])) return
  console.log('Building the bare app …')
  await runNext(bareAppFolder, 'build')
  completeBuild(bareAppFolder)
}

/** Starts its last build on loopback. */
export function startBareApp(port: number, variables: Record<string, string> = {}): Promise<App> {
  // Next repeats the path from the project's folder, where the packages are.
  const folder = join(bareAppFolder, '.next', 'standalone', 'lab', 'bare-app')
  return startBuild({ folder, port, readyPath: '/icon.svg', variables })
}
