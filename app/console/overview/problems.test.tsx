import { expect, it } from 'vitest'
import { htmlOf, textOf, textsOf } from '@/components/console/test-support'
import { holds, unknown, wrong } from '@/lib/console/verdict'
import { DeploymentProblems, type DeploymentFacts } from './problems'

const right: DeploymentFacts = {
  origin: 'https://connect.example',
  isDemoLogin: false,
  supportUrl: 'https://help.example',
  clockErrorMs: 5000,
  unknownVariables: [],
  names: [{ variable: 'SERVICE_PARAM_PAGE', verdict: holds('page 2') }],
}

const from = 'SERVICE_PARAM_FROM'
const htmlFor = (changed: Partial<DeploymentFacts>) =>
  htmlOf(<DeploymentProblems facts={{ ...right, ...changed }} checkNames={null} />)
const linesFor = (changed: Partial<DeploymentFacts>) =>
  textsOf(htmlFor(changed), 'summary').map((line) => line.replace(' How to fix it', ''))

it('DeploymentProblems is empty when all facts are in order', () => {
  expect(textOf(htmlFor({}))).toBe('')
  expect(textOf(htmlFor({ clockErrorMs: null }))).toBe('')
})

it.each<[Partial<DeploymentFacts>, string]>([
  [{ supportUrl: null }, 'No support link'],
  [{ clockErrorMs: 5001 }, 'This server’s clock is 5 seconds ahead of'],
  [{ clockErrorMs: -61_000 }, 'This server’s clock is 61 seconds behind'],
  [{ unknownVariables: ['SERVICE_NEW'] }, 'The build doesn’t match the configuration'],
  [{ names: [...right.names, { variable: from, verdict: null }] }, 'Some parameter names aren’t confirmed'],
  [{ names: [{ variable: from, verdict: unknown('Could not check.') }] }, 'Some parameter names aren’t confirmed'],
])('DeploymentProblems has one line when the facts have %j', (changed, title) => {
  expect(linesFor(changed)).toEqual([expect.stringContaining(title)])
})

it('DeploymentProblems sorts problems by severity, and names the trial settings last', () => {
  const changed = {
    origin: 'http://localhost:3000',
    isDemoLogin: true,
    supportUrl: null,
    clockErrorMs: 61_000,
    unknownVariables: ['SERVICE_NEW'],
    names: [{ variable: from, verdict: wrong('It is ignored.', 'Ask for it.') }],
  }
  expect(linesFor(changed)).toEqual([
    expect.stringMatching(/Now.*clock/),
    expect.stringMatching(/Now.*parameter names/),
    expect.stringMatching(/Soon.*build/),
    expect.stringMatching(/Hint.*support link/),
  ])
  expect(textOf(htmlFor(changed))).toContain('It is ignored. Ask for it.')
  expect(textOf(htmlFor(changed))).toMatch(/Trial: plain http and demo sign-in[^:]*$/)
  expect(textOf(htmlFor({ isDemoLogin: true }))).toMatch(/^Trial: demo sign-in/)
})
