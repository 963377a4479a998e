import { expect, it } from 'vitest'
import '@/lib/skin/test-support'
import { exportTexts } from './export-texts'

it('exportTexts has a text for a failed export, and remarks for a file', () => {
  const texts = exportTexts()
  expect(texts.failed('unreachable')).toMatch(
    /^The export failed.*\nCouldn’t reach Subnet Rewards\nCheck SERVICE_BASE_URL/,
  )
  const counts = { firstTotal: 1000, lastTotal: 998, repeated: 2, maybeMissing: 0, records: 998, unreadable: 0 }
  expect(texts.changed({ kind: 'changed', ...counts })).toBe(
    'The list changed during the export: 1,000 rows at the start, 998 at the end. Repeated rows left out: 2. No rows are missing.',
  )
  expect(texts.brokeOff(3120)).toMatch(/^Incomplete: .* after 3,120 rows/)
  expect(texts.listCut(100)).toBe(
    'Subnet Rewards lists only the first 100 pending runs, so others may be missing here.',
  )
})
