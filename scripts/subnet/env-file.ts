import { readFileSync } from 'node:fs'
import { valuesOf } from '@/lib/config/env-file.mjs'
import { refuseCutVariables } from '../environment'
import { exitCodes } from './exit-codes'

/** The flag that selects one of several deployments. Every command accepts it. */
const flag = '--variables'

export function withoutEnvFile(args: readonly string[]): { envFile: string | undefined; args: string[] } {
  const index = args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`))
  const found = args[index]
  if (found === undefined) return { envFile: undefined, args: [...args] }
  const isOneWord = found !== flag
  const envFile = isOneWord ? found.slice(flag.length + 1) : (args[index + 1] ?? '')
  return { envFile, args: args.toSpliced(index, isOneWord ? 1 : 2) }
}

/**
 * Loads the variables of a file by the rules for `.env.local`. They replace all variables of the app in the process, so
 * that a command never uploads to another deployment. If the file is unreadable, the process ends.
 */
export function loadEnvFile(file: string, names: readonly string[]): void {
  try {
    const contents = readFileSync(file, 'utf8')
    const values = valuesOf(contents)
    refuseCutVariables([{ path: file, contents }])
    for (const name of names) Reflect.deleteProperty(process.env, name)
    Object.assign(process.env, values)
  } catch (error) {
    console.error(`${flag} needs a file that can be read. ${error instanceof Error ? error.message : String(error)}`)
    process.exit(exitCodes.usage)
  }
}
