import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { nextCommand } from '../e2e/harness/app'

const run = promisify(execFile)

/**
 * Runs Next's command line in a folder.
 *
 * @returns its output.
 */
export async function runNext(folder: string, ...commandLine: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [nextCommand, ...commandLine], {
    cwd: folder,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    maxBuffer: Infinity,
  })
  return stdout
}
