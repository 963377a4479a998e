import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import nextEnv from '@next/env'
import { cutVariables } from '../lib/config/env-file.mjs'
import { ignoredProxy } from '../lib/config/rules'

/** Ends the process with 2 if the reader of a file drops a part of a value. */
export const refuseCutVariables = (files: Parameters<typeof cutVariables>[0]): void => refuse(cutVariables(files))

/** Ends the process with 2 if its requests would go past the proxy that its variables name. */
export const refuseIgnoredProxy = (): void => refuse(ignoredProxy(process.env))

function refuse(problems: ReturnType<typeof cutVariables>): void {
  for (const { name, message } of problems) console.error(`${name} ${message}.`)
  if (problems.length > 0) process.exit(2)
}

/**
 * Loads `.env.local` and the other `.env` files by the app's rules, and refuses cut values. The command is in `scripts`
 * of the repository, or bundled in the app's folder. Returns that folder, and the loaded files.
 */
export function loadEnvironment(moduleUrl: string) {
  const here = dirname(fileURLToPath(moduleUrl))
  const folder = existsSync(join(here, 'package.json')) ? here : dirname(here)
  const { loadedEnvFiles: files } = nextEnv.loadEnvConfig(folder, false, { info: () => {}, error: console.error })
  refuseCutVariables(files)
  return { folder, files }
}
