import { beforeEach, expect, it, vi } from 'vitest'
import { htmlOf, textOf, textsOf } from '@/components/console/test-support'
import { configure } from '@/lib/config/test-support'
import type { CheckedName } from '@/lib/console/name-checks'
import * as clock from '@/lib/console/service-clock'
import { holds, unknown, wrong } from '@/lib/console/verdict'
import * as skin from '@/lib/skin'
import { DeploymentProblems } from './problems'

const from = 'SERVICE_PARAM_FROM'
const right: CheckedName = { variable: 'SERVICE_PARAM_PAGE', verdict: holds('page 2') }

const htmlFor = (...names: CheckedName[]) => htmlOf(<DeploymentProblems names={[right, ...names]} checkNames={null} />)
const linesFor = (...names: CheckedName[]) =>
  textsOf(htmlFor(...names), 'summary').map((line) => line.replace(' How to fix it', ''))

const setClockErrorMs = (errorMs: number | null) => vi.spyOn(clock, 'lastClockErrorMs').mockReturnValue(errorMs)
function setSupportUrl(supportUrl: string | null) {
  const brand = skin.brand('en')
  vi.spyOn(skin, 'brand').mockReturnValue({ ...brand, supportUrl })
}

beforeEach(() => {
  configure()
  setSupportUrl('https://help.example')
  setClockErrorMs(5000)
})

it('DeploymentProblems is empty when all facts are in order', () => {
  expect(textOf(htmlFor())).toBe('')
  setClockErrorMs(null)
  expect(textOf(htmlFor())).toBe('')
})

it('DeploymentProblems has one line for a problem', () => {
  const one = (title: string) => [expect.stringContaining(title)]
  expect(linesFor({ variable: from, verdict: null })).toEqual(one('Soon Some parameter names aren’t confirmed'))
  expect(linesFor({ variable: from, verdict: unknown('?') })).toEqual(one('Soon Some parameter names aren’t confirmed'))
  setClockErrorMs(5001)
  expect(linesFor()).toEqual(one('This server’s clock is 5 seconds ahead of'))
  setClockErrorMs(-61_000)
  expect(linesFor()).toEqual(one('This server’s clock is 61 seconds behind'))
})

it('DeploymentProblems sorts problems by severity, and names the trial settings last', () => {
  configure({ NEXTAUTH_URL: 'http://localhost:3000', DEMO_LOGIN: '1' })
  vi.stubEnv('SERVICE_NEW', '1')
  setSupportUrl(null)
  setClockErrorMs(61_000)
  const html = htmlFor({ variable: from, verdict: wrong('It is ignored.', 'Ask for it.') })
  expect(textsOf(html, 'summary')).toEqual([
    expect.stringMatching(/Now.*clock/),
    expect.stringMatching(/Now.*parameter names/),
    expect.stringMatching(/Soon.*The build doesn’t match the configuration/),
    expect.stringMatching(/Hint.*support link/),
  ])
  expect(textOf(html)).toContain('It is ignored. Ask for it.')
  expect(textOf(html)).toMatch(/Trial: plain http and demo sign-in[^:]*$/)
})

it('DeploymentProblems names a trial setting alone', () => {
  configure({ NEXTAUTH_URL: 'http://localhost:3000' })
  expect(textOf(htmlFor())).toMatch(/^Trial: plain http\./)
})
