import { stripVTControlCharacters, styleText } from 'node:util'
import type { Finding, VerdictState } from './finding'

const marks: Record<VerdictState, { mark: string; colour: 'green' | 'red' | 'yellow' }> = {
  holds: { mark: '✓ holds', colour: 'green' },
  wrong: { mark: '✗ wrong', colour: 'red' },
  unknown: { mark: '? unknown', colour: 'yellow' },
}
const stateWidth = Math.max(...Object.values(marks).map(({ mark }) => mark.length))

/** How many findings are in each state. */
export function countsOf(findings: Finding[]): Record<VerdictState, number> {
  const counts = { holds: 0, wrong: 0, unknown: 0 }
  for (const { state } of findings) counts[state] += 1
  return counts
}

/**
 * The findings as a table: what was checked, whether it holds, what was seen and what to do.
 *
 * @param options.width - columns of the terminal. Longer texts go on below, in their own column.
 */
export function tableOf(findings: Finding[], { width, isColoured }: { width: number; isColoured: boolean }): string {
  const titleWidth = Math.max(...findings.map(({ title }) => title.length))
  const indent = stateWidth + titleWidth + 4
  const textWidth = Math.max(width - indent, 30)
  const blocks = findings.map(({ title, state, what, todo }) => {
    const { mark, colour } = marks[state]
    const head = `${isColoured ? styleText(colour, mark.padEnd(stateWidth)) : mark.padEnd(stateWidth)}  ${title.padEnd(titleWidth)}  `
    const lines = [...wrap(what, textWidth), ...(todo === null ? [] : wrap(`→ ${todo}`, textWidth))]
    return head + lines.join(`\n${' '.repeat(indent)}`)
  })
  const { holds, wrong, unknown } = countsOf(findings)
  return [...blocks, '', `${holds} hold, ${wrong} wrong, ${unknown} unknown.`].join('\n')
}

/** Breaks a text between words; a word that is too long stays whole, so that an address can be copied. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of stripVTControlCharacters(text).split(/\s+/)) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}
