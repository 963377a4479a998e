import { describe, expect, it } from 'vitest'
import { deploymentProblems, type DeploymentFacts } from './problems'
import { holds, unknown } from './verdict'

const right: DeploymentFacts = {
  connectUrl: 'https://connect.example/connect',
  isDemoLogin: false,
  supportUrl: 'https://help.example',
  clockErrorMs: 5000,
  unknownVariables: [],
  names: [{ variable: 'SERVICE_PARAM_PAGE', verdict: holds('page 2') }],
}

describe('deploymentProblems', () => {
  it('are none where everything is right', () => {
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
      { names: [{ variable: 'SERVICE_PARAM_FROM', verdict: unknown('Not seen.') }] },
      { kind: 'names_unconfirmed', names: [{ variable: 'SERVICE_PARAM_FROM', verdict: unknown('Not seen.') }] },
    ],
  ])('are told for %j', (changed, problem) => {
    expect(deploymentProblems({ ...right, ...changed })).toEqual([problem])
  })
})
