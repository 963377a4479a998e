import { expect, it } from 'vitest'
import { buildPage, smallerPage } from './pages'

const asked = (page: number) => ({ operation: 'listBalances' as const, page, status: 200 })

it('buildPage accepts the requested page', () => {
  expect(buildPage([{ id: 'a' }], { page: 2, limit: 1, total: 500 }, asked(2))).toEqual({
    items: [{ id: 'a' }],
    page: 2,
    limit: 1,
    total: 500,
    suspicions: [],
  })
})

it('buildPage accepts the last page instead of a later page', () => {
  expect(buildPage([{ id: 'a' }], { page: 2, limit: 50, total: 51 }, asked(7))).toMatchObject({ page: 2 })
})

it.each([
  [1, 500],
  [9, 500],
])('buildPage refuses page %i of %i records instead of page 2', (page, total) => {
  expect(() => buildPage([{ id: 'a' }], { page, limit: 50, total }, asked(2))).toThrow(
    'is another page than the requested one',
  )
})

it.each([
  [
    { page: 1, limit: 200 },
    { page: 1, limit: 50 },
  ],
  [
    { page: 3, limit: 200 },
    { page: 9, limit: 50 },
  ],
  [
    { page: 2, limit: 20 },
    { page: 5, limit: 5 },
  ],
  [
    { page: 4, limit: 7 },
    { page: 22, limit: 1 },
  ],
  [{ limit: 2 }, { page: 1, limit: 1 }],
  [{ page: 2, limit: 1 }, undefined],
  [{ page: 2 }, undefined],
])('smallerPage begins at the same position: %j, %j', (query, smaller) => {
  expect(smallerPage(query)).toEqual(smaller)
})
