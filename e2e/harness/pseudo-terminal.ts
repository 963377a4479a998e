import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import { systemVariables } from './app'

const defaultTimeoutMs = 60_000

/** A prompt that waits for keys draws nothing for this time. A spinner, which ignores keys, draws more often. */
const quietMs = 150

/** A command at a separate terminal. */
export interface PseudoTerminal {
  /** Waits until the command shows a text after the previous one, and has finished drawing. */
  waitFor(text: string): Promise<void>
  type(keys: string): void
  /** Its output so far, without colours and cursor movements. */
  shown(): string
  /** Its output so far, with colours and cursor movements. */
  raw(): string
  /** Waits for its end. @returns its exit code. */
  ended(): Promise<number | null>
}

/** Special keys. */
export const keys = { enter: '\r', down: '\u001B[B', ctrlC: '\u0003', backspace: '\u007F' }

/**
 * Runs a command at a pseudo-terminal with `script` of util-linux. Debian has it in its essential package `bsdutils`.
 * Other systems also have a package for it.
 */
export function startAtTerminal(
  command: string[],
  options: { folder: string; variables?: Record<string, string> },
): PseudoTerminal {
  const commandLine = command.map((part) => `'${part.replaceAll(`'`, String.raw`'\''`)}'`).join(' ')
  // The terminal is wide, so that no line breaks inside an awaited text.
  const child = spawn('script', ['-qefc', `stty cols 160 rows 50; exec ${commandLine}`, '/dev/null'], {
    cwd: options.folder,
    env: { ...systemVariables(), TERM: 'xterm', ...options.variables },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  let output = ''
  let drawnAt = Date.now()
  let waitedFor = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    drawnAt = Date.now()
  })
  const shown = () => stripVTControlCharacters(output)

  return {
    shown,
    raw: () => output,
    type: (typed) => void child.stdin.write(typed),
    waitFor: async (text) => {
      const endsAt = Date.now() + defaultTimeoutMs
      for (;;) {
        const found = shown().indexOf(text, waitedFor)
        if (found >= 0 && Date.now() - drawnAt > quietMs) {
          waitedFor = found + text.length
          return
        }
        if (Date.now() > endsAt || (child.exitCode !== null && found < 0)) {
          child.kill()
          throw new Error(`“${text}” was not shown, but:\n${shown().slice(waitedFor)}`)
        }
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    ended: async () => (await closed)[0],
  }
}
