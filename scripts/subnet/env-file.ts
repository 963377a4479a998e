import { readFileSync } from 'node:fs'
import { valuesOf } from '../setup/env-file'
import { exitCodes } from './exit-codes'

/** The flag that names the deployment whose variables count, for an operator of several. Every command takes it. */
const flag = '--env-file'

/** Takes the flag and its file out of the arguments, wherever they stand. */
export function withoutEnvFile(args: readonly string[]): { envFile: string | undefined; args: string[] } {
  const index = args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`))
  const found = args[index]
  if (found === undefined) return { envFile: undefined, args: [...args] }
  const isInOne = found !== flag
  const envFile = isInOne ? found.slice(flag.length + 1) : (args[index + 1] ?? '')
  return { envFile, args: args.toSpliced(index, isInOne ? 1 : 2) }
}

/**
 * Loads the variables of a file, as the app reads `.env.local`, in place of all that the process has for the app: whoever
 * names a deployment means that one, and must not upload to another. Where the file cannot be read, the process ends.
 *
 * @param names - all variables of the app.
 */
export function loadEnvFile(file: string, names: readonly string[]): void {
  try {
    const values = valuesOf(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
    for (const name of names) Reflect.deleteProperty(process.env, name)
    Object.assign(process.env, values)
  } catch (error) {
    console.error(`${flag} needs a file that can be read. ${error instanceof Error ? error.message : String(error)}`)
    process.exit(exitCodes.usage)
  }
}
