import { expect, it } from 'vitest'
import { speedOf } from './sending'

const samplesOf = (...sentBytes: number[]) => sentBytes.map((bytes, at) => ({ sentBytes: bytes, atMs: 1000 * at }))

it('speedOf returns the average speed and the remaining seconds, and null when they are unknown', () => {
  expect(speedOf(samplesOf(0), 100)).toEqual({ bytesPerSecond: null, secondsLeft: null })
  expect(speedOf(samplesOf(0, 1000, 4000), 9000)).toEqual({ bytesPerSecond: 2000, secondsLeft: 3 })
  expect(speedOf(samplesOf(50, 50, 50), 100)).toEqual({ bytesPerSecond: 0, secondsLeft: null })
  expect(speedOf(samplesOf(0, 1), 1_000_000)).toEqual({ bytesPerSecond: 1, secondsLeft: null })
})
