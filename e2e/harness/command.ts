import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { systemVariables } from './app'

/**
 * Runs a script of Node to its end, without a terminal. From the environment of this process it gets only PATH, HOME
 * and TMPDIR.
 *
 * @param options.input - its standard input.
 */
export async function runScript(
  script: string,
  args: readonly string[],
  {
    folder = process.cwd(),
    variables = {},
    input = '',
  }: { folder?: string; variables?: Record<string, string>; input?: string } = {},
): Promise<{ exitCode: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env: { ...systemVariables(), ...variables },
    stdio: 'pipe',
  })
  child.stdin.end(input)
  const closed = once(child, 'close') as Promise<[number | null]>
  const [output, errors, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { output, errors, exitCode }
}
