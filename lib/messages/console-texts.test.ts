import { describe, expect, it, vi } from 'vitest'
import { flatten, placeholdersOf } from './catalog'
import { consoleLanguages } from './console/index'
import { consoleTexts, consoleTextsForBrowser } from './console-texts'
import { exportTexts } from './export-texts'

vi.mock(import('@/lib/skin'), async (original) => {
  const { brand } = await original()
  const named = { name: 'Site', service: 'Rewards', operator: 'Ada', consoleLanguage: 'en' }
  return { brand: () => named as ReturnType<typeof brand> }
})

describe.each([...consoleLanguages])('the texts of the console in %s', (_, catalog) => {
  it.each([...flatten(catalog)])('%s is an ICU message', (_, text) => {
    expect(text).not.toBe('')
    expect(placeholdersOf(text)).not.toBeNull()
  })
})

it('have the names of the brand and plural forms', () => {
  const t = consoleTexts()
  expect(t('problems.unreachable.title')).toBe("Couldn't reach Rewards")
  expect(t('problems.retryAfter', { seconds: 1 })).toBe('Rewards asks to wait 1 second first.')
  expect(t('problems.retryAfter', { seconds: 1200 })).toBe('Rewards asks to wait 1,200 seconds first.')
})

it('reach a browser by their groups alone', () => {
  const { language, messages } = consoleTextsForBrowser('controls')
  expect(language).toBe('en')
  expect(Object.keys(messages)).toContain('controls.copy.button')
  expect(Object.keys(messages).filter((key) => !key.startsWith('controls.'))).toEqual([])
})

it('say in a failed export what is wrong, and in a file what is known against it', () => {
  const texts = exportTexts()
  expect(texts.failed('unreachable')).toMatch(/^The export failed.*\nCouldn't reach Rewards\nCheck SERVICE_BASE_URL/)
  expect(
    texts.changed({
      kind: 'changed',
      firstTotal: 1000,
      lastTotal: 998,
      repeated: 2,
      maybeMissing: 0,
      records: 998,
      unreadable: 0,
    }),
  ).toBe(
    'The list changed during the export: 1,000 rows at the start, 998 at the end. Repeated rows left out: 2. No rows are missing.',
  )
  expect(texts.outsideDates({ count: 2, variables: ['SERVICE_PARAM_FROM', 'SERVICE_PARAM_UNTIL'] })).toContain(
    'Check SERVICE_PARAM_FROM and SERVICE_PARAM_UNTIL.',
  )
})
