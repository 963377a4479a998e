import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isStreamedPath } from './responses'

it('isStreamedPath returns true for exports, and false for all other console routes', () => {
  const routes = readdirSync('app/console', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(page\.tsx|route\.ts)$/.test(file))
    .map((file) => `/console/${file}`.replace(/\/[^/]+$/, ''))
  const exports = routes.filter((route) => route.endsWith('/export'))
  expect(exports.length).toBeGreaterThan(8)
  expect(routes.filter(isStreamedPath)).toEqual(exports)
})
