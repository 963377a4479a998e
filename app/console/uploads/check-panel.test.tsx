import { expect, it } from 'vitest'
import { cellsOf, htmlOf, textOf } from '@/components/console/test-support'
import { consoleTexts } from '@/lib/skin/texts'
import { FaultList, maxOddRows, oddRowsOf, Preview } from './check-panel'
import { CsvCheck } from './csv-check'
import type { CsvFault } from './csv-reader'

it('FaultList lists the first ragged rows, and counts the others', () => {
  const fault: CsvFault = { kind: 'ragged_rows', expected: 2, total: 3, first: [{ line: 4, cells: 1 }] }
  expect(textOf(htmlOf(<FaultList faults={[fault]} />, 'uploads.form'))).toMatch(
    /^3 rows have .* Line 4: 1 cell … and 2 more$/,
  )
})

const preview = (csv: string) => {
  const check = new CsvCheck([])
  check.write(new TextEncoder().encode(csv))
  check.end()
  return htmlOf(<Preview report={check.report()} />, 'uploads.form')
}

it('Preview marks the rows with more or fewer cells than the header, and says what is wrong with them', () => {
  const odd = preview('a,Problem\n1,2\n3\n')
  expect(cellsOf(odd)).toEqual([
    ['2', '', '1', '2'],
    ['3', '1 cell where the header has 2', '3', ''],
  ])
  expect(odd.match(/data-marked/g)).toHaveLength(1)
  expect(odd).toMatch(/<th [^>]*scope="row"[^>]*class="number"/)
  expect(cellsOf(preview('a,b\n1,2\n'))).toEqual([['2', '1', '2']])
})

it('Preview counts the odd rows below its own, and names the line of the first one', () => {
  const [right, odd] = ['1,2\n'.repeat(10), '3\n']
  expect(textOf(preview(`a,b\n${odd}${right}${odd}`))).toMatch(/ 1 more odd row, from line 13\.$/)
  expect(textOf(preview(`a,b\n${odd.repeat(50)}`))).toMatch(/ 40 more odd rows, from line 12\.$/)
  expect(textOf(preview(`a,b\n${odd}${right}`))).not.toContain('more odd')
})

/** Returns the file of odd rows of a CSV. Reading it as text drops the byte order mark. */
const oddRows = async (csv: string) => (await oddRowsOf(new File([csv], 'runs.csv'), consoleTexts())).text()

it('oddRowsOf writes the rows with more or fewer cells than the header, with their lines and without formulas', async () => {
  expect(await oddRows('id,=note\n1,2\n"run ""1"""\n"4\n5",=6,@7\n8,9\n')).toBe(
    "Line,Problem,id,'=note\r\n" +
      '3,1 cell where the header has 2,"run ""1"""\r\n' +
      `4,3 cells where the header has 2,"4\n5",'=6,'@7\r\n`,
  )
})

it('oddRowsOf says that rows are missing when it has the maximum number, and when it cannot read further', async () => {
  const cut = '"Only the first 10,000 are in this file."\r\n'
  const many = await oddRows(`a,b\n${'1\n'.repeat(maxOddRows + 10)}`)
  expect(many.split('\r\n')).toHaveLength(1 + maxOddRows + 2)
  expect(many.endsWith(cut)).toBe(true)
  expect((await oddRows('a,b\n1\n"2\n\0\n3\n')).endsWith(`2,1 cell where the header has 2,1\r\n${cut}`)).toBe(true)
})
