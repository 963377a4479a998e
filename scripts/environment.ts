import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import nextEnv from '@next/env'

/**
 * Loads `.env.local` and the other `.env` files by the app's rules.
 *
 * @param moduleUrl - the URL of the command, in `scripts` of the repository or in its bundle in the app's folder.
 * @returns the app's folder.
 */
export function loadEnvironment(moduleUrl: string): string {
  const here = dirname(fileURLToPath(moduleUrl))
  const folder = existsSync(join(here, 'package.json')) ? here : dirname(here)
  nextEnv.loadEnvConfig(folder, false, { info: () => {}, error: console.error })
  return folder
}
