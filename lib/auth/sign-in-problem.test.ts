import { describe, expect, it } from 'vitest'
import { signInProblem } from './sign-in-problem'

describe('signInProblem', () => {
  it.each([
    ['OAuthSignin', 'unreachable'],
    ['OAuthCallback', 'unfinished'],
    ['Callback', 'unfinished'],
    ['CredentialsSignin', 'failed'],
    ['Configuration', 'failed'],
    ['AccessDenied', 'failed'],
    ['constructor', 'failed'],
    ['<script>', 'failed'],
    ['', undefined],
    [undefined, undefined],
    [['OAuthSignin', 'OAuthSignin'], undefined],
  ])('classifies %j as %s', (code, problem) => {
    expect(signInProblem(code)).toBe(problem)
  })
})
