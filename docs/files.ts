import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Lists the files of the work tree that match patterns of git, also those that are not committed yet. */
export function filesLike(...patterns: string[]): string[] {
  const options = ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns]
  return execFileSync('git', options, { encoding: 'utf8' }).split('\n').filter(existsSync)
}
