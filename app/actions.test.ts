import { expect, it } from 'vitest'
import { sourcesIn } from '@/lib/test-support'

/*
 * Next writes the variables that an action closes over into the page, encrypted with a publicly known key
 * (next.config.mjs).
 */
it('server actions close over nothing, because `use server` only occurs in the first line of a file', () => {
  const isLater = (text: string) => /^\s*['"]use server['"]/m.test(text.replace(/^'use server'\n/, ''))
  const files = sourcesIn(['app', 'components', 'lib']).filter(({ text }) => isLater(text))
  expect(files.map(({ path }) => path)).toEqual([])
})
