import { stripVTControlCharacters, styleText } from 'node:util'
import type { Finding } from './checks'

const marks = {
  holds: { mark: '✓ holds', colour: 'green' },
  wrong: { mark: '✗ wrong', colour: 'red' },
  unknown: { mark: '? unknown', colour: 'yellow' },
} as const

/** Formats the findings as a table with the state, the title, the result and the remedy of each check. */
export function tableOf(findings: Finding[], isColoured = process.stdout.isTTY && !process.env['NO_COLOR']): string {
  const titleWidth = Math.max(...findings.map(({ title }) => title.length))
  const rows = findings.map(({ title, state, what, todo }) => {
    const mark = marks[state].mark.padEnd(marks.unknown.mark.length)
    const head = `${isColoured ? styleText(marks[state].colour, mark) : mark}  ${title.padEnd(titleWidth)}  `
    const indent = ' '.repeat(stripVTControlCharacters(head).length)
    return `${head}${stripVTControlCharacters(what)}${todo === null ? '' : `\n${indent}→ ${todo}`}`
  })
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  return [...rows, '', `${count('holds')} hold, ${count('wrong')} wrong, ${count('unknown')} unknown.`].join('\n')
}
