import { expect, it } from 'vitest'
import { overviewMessages } from './console-overview'

it.each(Object.entries(overviewMessages.keyCheck.verdicts))(
  'has words for the key check’s verdict %s',
  (_, { text }) => {
    expect(text.length).toBeGreaterThan(20)
  },
)
