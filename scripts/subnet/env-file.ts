import { readFileSync } from 'node:fs'
import { valuesOf } from '@/lib/config/env-file.mjs'
import { refuseCutVariables } from '../environment'
import { exitCodes } from './exit-codes'

/** The flag that selects one of several deployments. Every command accepts it. */
const flag = '--variables'
/** Its former name works too, but Node 20 takes it for its own flag. */
const flags = [flag, '--env-file']

/** Removes the flag and its file from the arguments, at any position. */
export function withoutEnvFile(args: readonly string[]): { envFile: string | undefined; args: string[] } {
  const index = args.findIndex((arg) => flags.some((name) => arg === name || arg.startsWith(`${name}=`)))
  const found = args[index]
  if (found === undefined) return { envFile: undefined, args: [...args] }
  const isOneWord = !flags.includes(found)
  const envFile = isOneWord ? found.slice(found.indexOf('=') + 1) : (args[index + 1] ?? '')
  return { envFile, args: args.toSpliced(index, isOneWord ? 1 : 2) }
}

/**
 * Loads the variables of a file by the rules for `.env.local`. They replace all variables of the app in the process, so
 * that a command never uploads to another deployment. If the file is unreadable, the process ends.
 *
 * @param names - all variables of the app.
 */
export function loadEnvFile(file: string, names: readonly string[]): void {
  try {
    const contents = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
    const values = valuesOf(contents)
    refuseCutVariables([{ path: file, contents }])
    for (const name of names) Reflect.deleteProperty(process.env, name)
    Object.assign(process.env, values)
  } catch (error) {
    console.error(`${flag} needs a file that can be read. ${error instanceof Error ? error.message : String(error)}`)
    process.exit(exitCodes.usage)
  }
}
