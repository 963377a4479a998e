import { describe, expect, it } from 'vitest'
import { consoleMessages } from './console'
import { exportMessages } from './console-exports'

describe('the problems', () => {
  it.each(Object.entries(consoleMessages.problems))('have words for %s', (_, { title, text }) => {
    expect(title.length).toBeGreaterThan(10)
    expect(text.length).toBeGreaterThan(20)
  })

  it('are told by a failed export too', () => {
    expect(exportMessages.failed('unreachable')).toContain('could not be reached')
  })
})
