import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { UsageError } from '../command-line'

export const agreementFlags = { yes: { type: 'boolean' } } as const

/** @throws UsageError without the flag `--yes` where there is no terminal to ask at. */
export function refuseWithoutAgreement(yes: boolean | undefined): void {
  if (!yes && !process.stdin.isTTY) throw new UsageError('Without a terminal to ask at, --yes must be given.')
}

export async function isAgreed(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  terminal.once('SIGINT', () => process.exit(130))
  // Ctrl-D closes the terminal without an answer.
  const answer = await Promise.race([terminal.question(`${question} [y/N] `), once(terminal, 'close').then(() => '')])
  terminal.close()
  return /^y(?:es)?$/i.test(answer.trim())
}
