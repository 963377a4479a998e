import { expect, it } from 'vitest'
import { buildPage, smallerPage } from './pages'

const asked = (page: number) => ({ operation: 'listBalances' as const, page, status: 200 })

it('buildPage accepts the last page instead of a later page', () => {
  expect(buildPage([{ id: 'a' }], { page: 2, limit: 50, total: 51 }, asked(7))).toMatchObject({ page: 2 })
})

it('buildPage refuses another page than the requested one', () => {
  for (const page of [1, 9]) {
    expect(() => buildPage([{ id: 'a' }], { page, limit: 50, total: 500 }, asked(2))).toThrow(
      'is another page than the requested one',
    )
  }
})

it('smallerPage begins at the same position, and returns undefined when the page cannot be smaller', () => {
  expect(smallerPage({ page: 1, limit: 200 })).toEqual({ page: 1, limit: 50 })
  expect(smallerPage({ page: 3, limit: 200 })).toEqual({ page: 9, limit: 50 })
  expect(smallerPage({ page: 2, limit: 20 })).toEqual({ page: 5, limit: 5 })
  expect(smallerPage({ page: 4, limit: 7 })).toEqual({ page: 22, limit: 1 })
  expect(smallerPage({ limit: 2 })).toEqual({ page: 1, limit: 1 })
  expect([smallerPage({ page: 2, limit: 1 }), smallerPage({ page: 2 })]).toEqual([undefined, undefined])
})
