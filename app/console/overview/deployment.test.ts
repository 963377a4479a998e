import { describe, expect, it } from 'vitest'
import { deploymentProblems, isForTrial, severityOf, type DeploymentFacts } from './deployment'
import { holds, unknown, wrong } from '@/lib/console/shared/verdict'

const right: DeploymentFacts = {
  connectUrl: 'https://connect.example/connect',
  isDemoLogin: false,
  supportUrl: 'https://help.example',
  clockErrorMs: 5000,
  unknownVariables: [],
  names: [{ variable: 'SERVICE_PARAM_PAGE', verdict: holds('page 2') }],
}

describe('deploymentProblems', () => {
  it('returns no problems when all facts are in order', () => {
    expect(deploymentProblems(right)).toEqual([])
    expect(deploymentProblems({ ...right, clockErrorMs: null })).toEqual([])
  })

  it.each<[Partial<DeploymentFacts>, object]>([
    [{ connectUrl: 'http://localhost:3000/connect' }, { kind: 'not_https' }],
    [{ isDemoLogin: true }, { kind: 'demo_login' }],
    [{ supportUrl: null }, { kind: 'no_support_link' }],
    [{ clockErrorMs: 5001 }, { kind: 'clock_off', seconds: 5, direction: 'ahead' }],
    [{ clockErrorMs: -61_000 }, { kind: 'clock_off', seconds: 61, direction: 'behind' }],
    [{ unknownVariables: ['SERVICE_NEW'] }, { kind: 'build_too_old', unknownVariables: ['SERVICE_NEW'] }],
    [
      { names: [...right.names, { variable: 'SERVICE_PARAM_FROM', verdict: null }] },
      { kind: 'names_unconfirmed', names: [{ variable: 'SERVICE_PARAM_FROM', verdict: null }] },
    ],
    [
      { names: [{ variable: 'SERVICE_PARAM_FROM', verdict: unknown('Could not check.') }] },
      { kind: 'names_unconfirmed', names: [{ variable: 'SERVICE_PARAM_FROM', verdict: unknown('Could not check.') }] },
    ],
  ])('returns the problem when the facts have %j', (changed, problem) => {
    expect(deploymentProblems({ ...right, ...changed })).toEqual([problem])
  })

  it('sorts problems by severity, with the trial problems last', () => {
    const problems = deploymentProblems({
      connectUrl: 'http://localhost:3000/connect',
      isDemoLogin: true,
      supportUrl: null,
      clockErrorMs: 61_000,
      unknownVariables: ['SERVICE_NEW'],
      names: [{ variable: 'SERVICE_PARAM_FROM', verdict: wrong('It is ignored.', 'Ask for it.') }],
    })
    expect(problems.map((each) => `${isForTrial(each) ? 'trial' : severityOf(each)} ${each.kind}`)).toEqual([
      'now clock_off',
      'now names_unconfirmed',
      'soon build_too_old',
      'hint no_support_link',
      'trial not_https',
      'trial demo_login',
    ])
  })

  it('severityOf returns soon for unconfirmed names when a name has no verdict', () => {
    const names = [{ variable: 'SERVICE_PARAM_FROM', verdict: null }]
    expect(severityOf({ kind: 'names_unconfirmed', names })).toBe('soon')
  })
})
