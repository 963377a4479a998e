import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** An instruction of a Dockerfile, such as `COPY` with its arguments. */
export interface Instruction {
  name: string
  words: string
}

/** Reads the stages of a Dockerfile, each with its instructions in order, beginning with `FROM`. */
export function stagesIn(path: string): Instruction[][] {
  const text = readFileSync(path, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
  const instructions = [...text.matchAll(/^(?<name>[A-Z]+) +(?<words>.+)$/gm)].map(({ groups }) => ({
    name: groups?.['name'] ?? '',
    words: groups?.['words'] ?? '',
  }))
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []))
  return starts.map((start, index) => instructions.slice(start, starts[index + 1]))
}

/** Returns the arguments of the instructions with this name, in order. */
export const wordsOf = (stage: readonly Instruction[], wanted: string): string[] =>
  stage.filter(({ name }) => name === wanted).map(({ words }) => words)

/** Returns the variables that a stage sets. */
export function variablesIn(stage: readonly Instruction[]): Record<string, string> {
  const pairs = wordsOf(stage, 'ENV').flatMap((words) => words.split(/ +/).map((pair) => pair.split('=')))
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]))
}

/** Lists files of the repository with git. In a CI container, the repository can belong to another user. */
export const gitFiles = (...options: string[]): string[] =>
  String(execFileSync('git', ['-c', 'safe.directory=*', 'ls-files', ...options]))
    .trim()
    .split('\n')

/** Lists the files of the repository that `.dockerignore` keeps out of a build. */
export const filesLeftOut = (): string[] => gitFiles('--cached', '--ignored', '--exclude-from=.dockerignore')
