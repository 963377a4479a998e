import { ConfigError } from '@/lib/config'
import { problemOf } from '@/lib/console/problem'
import { isServiceError } from '@/lib/service'
import { consoleText } from '../checks/texts'

export const exitCodes = { whole: 0, failed: 1, usage: 2, found: 3, incomplete: 4 } as const

export const exitCodesText = `Exit codes:
  0  whole: everything was read or uploaded, and nothing is wrong
  1  failed: the service did not answer or refused, or a file could not be read or written
  2  usage: a flag, an argument or a variable is missing or wrong
  3  found something: stderr says what
  4  incomplete: rows may be missing or wrong, and stderr says why. No file is written if the list does not add up`

/** Writes to stderr why a command failed, with the service's text unless it quotes the key. Returns the exit code. */
export function reportFailure(error: unknown): number {
  if (isServiceError(error)) {
    const { kind, message } = problemOf(error, [process.env['SERVICE_API_KEY'] ?? ''])
    console.error(`${consoleText(`problems.${kind}.title`)}. ${consoleText(`problems.${kind}.text`)}\n${error.message}`)
    if (message !== null) console.error(`${consoleText('problems.serviceSays')} “${message}”`)
    return error.name === 'ServiceListError' ? exitCodes.incomplete : exitCodes.failed
  }
  const isFileError = error instanceof Error && 'syscall' in error
  console.error(isFileError || error instanceof ConfigError ? error.message : error)
  return error instanceof ConfigError ? exitCodes.usage : exitCodes.failed
}

/** The signals that stop a command, with a shell's exit code for each. */
const codesOfSignals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

/** Replaces the handlers of these signals. The default handlers would leave a half-written file. */
export function onStop(stop: (exitCode: number) => void): void {
  for (const [signal, exitCode] of Object.entries(codesOfSignals))
    process.removeAllListeners(signal).once(signal, () => stop(exitCode))
}
