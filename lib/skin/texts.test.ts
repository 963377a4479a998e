import { expect, it, vi } from 'vitest'
import { readMessages } from '@/lib/messages/texts'
import { consoleTexts, consoleTextsForBrowser } from './texts'

vi.mock(import('.'), async (original) => {
  const { brand } = await original()
  const named = { name: 'Site', service: 'Rewards', operator: 'Ada', consoleLocale: 'en' }
  return { brand: () => named as ReturnType<typeof brand> }
})

it('consoleTexts gives texts with the names of the brand and plural forms', () => {
  const t = consoleTexts()
  expect(t('problems.unreachable.title')).toBe("Couldn't reach Rewards")
  expect(t('problems.retryAfter', { seconds: 1 })).toBe('Rewards asks to wait 1 second first.')
  expect(t('problems.retryAfter', { seconds: 1200 })).toBe('Rewards asks to wait 1,200 seconds first.')
})

it('consoleTextsForBrowser picks whole groups of texts and nothing else', () => {
  const { language, messages } = consoleTextsForBrowser('controls')
  expect(language).toBe('en')
  const keys = Object.keys(readMessages(messages))
  expect(keys).toContain('controls.copy.button')
  expect(keys.filter((key) => !key.startsWith('controls.'))).toEqual([])
})
