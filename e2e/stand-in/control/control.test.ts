import { afterEach, describe, expect, it } from 'vitest'
import { connectUrlProblem } from '../settings'
import { startStandIn, type StandIn } from '../start'
import { standInControl } from './client'

/* Tests how the stand-in refuses invalid input. The contract and the browser tests do not cover this. */

const connectUrl = 'https://operator.example/connect'

let standIn: StandIn | undefined
afterEach(() => standIn?.close())

it('control refuses an invalid scripted answer or setting', async () => {
  standIn = await startStandIn({ connectUrl })
  const control = standInControl(standIn.controlUrl)
  await expect(control.script('confirm', { text: '', bytes: 1 })).rejects.toThrow(/at most one/)
  await expect(control.script('confirm', { status: 99 })).rejects.toThrow(/status/)
  await expect(control.set({ connectUrl: 'http://new.example/c' })).rejects.toThrow(/https/)
  await control.set({ connectUrl: 'https://new.example/c' })
  expect((await control.pressConnect()).link).toMatch(/^https:\/\/new\.example\/c\?request_id=/)
})

describe('startStandIn', () => {
  it('refuses an invalid option', async () => {
    standIn = await startStandIn({ connectUrl })
    await expect(startStandIn({ connectUrl: 'ftp://x' })).rejects.toThrow(/connect URL/)
    await expect(startStandIn({ connectUrl, subnetId: 'x' })).rejects.toThrow(/subnet ID/)
    const port = Number(new URL(standIn.origin).port)
    await expect(startStandIn({ connectUrl, port })).rejects.toThrow(/EADDRINUSE/)
  })

  it('reports each step without a secret', async () => {
    const steps: string[] = []
    standIn = await startStandIn({ connectUrl, onStep: (step) => steps.push(step) })
    const { origin, baseUrl, subnetId } = standIn
    const body = new URLSearchParams({ account: 'alice' })
    await fetch(`${origin}/profile/connect`, { method: 'POST', body, redirect: 'manual' })
    await fetch(`${baseUrl}/subnets/${subnetId}/connect/confirm`, { method: 'POST' })
    await fetch(`${origin}/connect/callback?request_id=x`)
    expect(steps).toEqual(['Alice pressed Connect', 'confirm call received: 401', 'callback page loaded'])
  })
})

describe('connectUrlProblem', () => {
  it.each(['https://operator.example/connect', 'http://localhost:3000/connect', 'http://127.0.0.1/c'])(
    'accepts %s',
    (url) => expect(connectUrlProblem(url)).toBeNull(),
  )

  it.each([
    'operator.example/connect',
    'http://operator.example/connect',
    'https://operator.example/connect?',
    'https://operator.example/connect#top',
    'https://ann:pw@operator.example/connect',
    'javascript:alert(1)',
  ])('refuses %s', (url) => expect(connectUrlProblem(url)).toMatch(/^connect URL:/))
})
