import { expect, it } from 'vitest'
import { ExportMenu } from './export-menu'
import { htmlOf, textOf } from './test-support'

const path = '/console/balances'

it.each([
  [false, 'A file with all rows, of all pages.'],
  [true, 'A file with the rows that match the filter, of all pages.'],
])('ExportMenu describes the rows of the file when isFiltered is %s', (isFiltered, text) => {
  const html = htmlOf(<ExportMenu path={path} searchParams={{ find: 'a' }} isFiltered={isFiltered} />)
  expect(textOf(html)).toContain(`${text} In a spreadsheet, import it with IDs as text`)
  expect(html).toContain('href="/console/balances?find=a"')
})
