import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { filesLike } from '@/docs/files'
import { onlyInConsole } from './inline-css-loader.mjs'

it('users’ pages have no element whose reset only the console has', () => {
  const files = filesLike('app/*.ts*', 'components/*.ts*').filter((file) => !/console|\.test\./.test(file))
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<([a-z]\w*)[\s>]| (placeholder)=/g)].map(
      ([, tag, part]) => tag ?? `::${part}`,
    ),
  )
  expect(found).toEqual(expect.arrayContaining(['button', 'summary', 'img']))
  expect(found.filter((selector) => onlyInConsole.test(selector))).toEqual([])
})
