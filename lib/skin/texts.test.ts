import { expect, it, vi } from 'vitest'
import { readMessages } from '@/lib/messages/texts'
import * as skins from '.'
import './test-support'
import { consoleFormats, consoleTexts, consoleTextsForBrowser } from './texts'

const setLocale = (consoleLocale: string) =>
  vi.spyOn(skins, 'brand').mockReturnValue({ ...skins.brand('en'), consoleLocale })

it('consoleTexts has the names of the brand, plural forms, and the numbers of consoleLocale in English words', () => {
  const retryAfter = (seconds: number) => consoleTexts()('problems.retryAfter', { seconds })
  expect(consoleTexts()('problems.unreachable.title')).toBe('Couldn’t reach Subnet Rewards')
  expect(retryAfter(1200)).toBe('Subnet Rewards asks to wait 1,200 seconds first.')
  setLocale('ja')
  expect(retryAfter(1)).toBe('Subnet Rewards asks to wait 1 second first.')
  setLocale('de')
  expect(retryAfter(1200)).toBe('Subnet Rewards asks to wait 1.200 seconds first.')
  expect(consoleTextsForBrowser('controls')).toMatchObject({ language: 'en', locale: 'de' })
  const { amount, relativeTime } = consoleFormats()
  expect(amount(1234.5)).toBe('1.234,5')
  expect(relativeTime(new Date(0), new Date(7_200_000))).toBe('2 hours ago')
})

it('consoleTextsForBrowser returns only the texts of the requested group', () => {
  const { language, messages } = consoleTextsForBrowser('controls')
  expect(language).toBe('en')
  const keys = Object.keys(readMessages(messages))
  expect(keys).toContain('controls.copy.button')
  expect(keys.filter((key) => !key.startsWith('controls.'))).toEqual([])
})
