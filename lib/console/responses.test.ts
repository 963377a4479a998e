import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isStreamedPath } from './responses'

it('isStreamedPath returns true for exports, and false for all other console routes', () => {
  const routes = readdirSync('app/console', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(page\.tsx|route\.ts)$/.test(file))
    .map((file) => `/console/${file}`.replace(/\/[^/]+$/, ''))
  const streamed = routes.filter(isStreamedPath)
  expect(streamed.toSorted()).toEqual([
    '/console/audit/export',
    '/console/balances/export',
    '/console/connects/export',
    '/console/conversions/[conversionId]/export',
    '/console/conversions/breakdowns/export',
    '/console/conversions/export',
    '/console/resources/export',
    '/console/task-runs/export',
    '/console/uploads/export',
  ])
})
