import { expect, it } from 'vitest'
import { beginApp, logIn } from './login-in-process'
import { startScriptedProvider, type Habits } from '../idp/scripted'

it.each<[string, Habits]>([
  ['RS256', {}],
  ['bearer', { tokenType: 'bearer', authTime: 0 }],
  ['ES256', { algorithm: 'ES256', discovery: { id_token_signing_alg_values_supported: ['ES256'] } }],
])('a person signs in at a provider with %s', async (_, habits) => {
  const provider = await startScriptedProvider(habits)
  beginApp(provider)
  expect(await logIn()).toEqual({
    path: '/connect/confirm',
    error: null,
    user: { id: 'user-1', name: 'Ada', isOperator: false },
    lines: [],
  })
  await provider.close()
})
