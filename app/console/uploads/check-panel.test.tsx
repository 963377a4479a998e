import { expect, it } from 'vitest'
import { cellsOf, htmlOf, textOf } from '@/components/console/test-support'
import { FaultList, Preview } from './check-panel'
import { CsvCheck, type CsvFault } from './csv-check'

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

it('Preview marks the rows with more or fewer cells than the header', () => {
  const odd = preview('a,Line\n1,2\n3\n')
  expect(cellsOf(odd)).toEqual([
    ['2', '1', '2'],
    ['3', '3', ''],
  ])
  expect(odd.match(/data-marked/g)).toHaveLength(1)
  expect(odd).toMatch(/<th [^>]*scope="row"[^>]*class="number"/)
})
