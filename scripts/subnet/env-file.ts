import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
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
 * Loads the variables of a file. They replace those of the process: whoever names a deployment means that one, and must
 * not upload to another. Where the file cannot be read, the process ends.
 */
export function loadEnvFile(file: string): void {
  try {
    Object.assign(process.env, parseEnv(readFileSync(file, 'utf8')))
  } catch (error) {
    console.error(`${flag} needs a file that can be read. ${error instanceof Error ? error.message : String(error)}`)
    process.exit(exitCodes.usage)
  }
}
