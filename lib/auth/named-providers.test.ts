import { expect, it } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { loginSettingsOf, providerName } from './named-providers'

const named = (provider: string) => ({
  OIDC_ISSUER: '',
  OIDC_CLIENT_ID: '',
  OIDC_CLIENT_SECRET: '',
  LOGIN_PROVIDER: provider,
  LOGIN_CLIENT_ID: 'the app',
  LOGIN_CLIENT_SECRET: 'the-secret',
})
const staff = {
  CONSOLE_OIDC_ISSUER: 'https://staff.example',
  CONSOLE_OIDC_CLIENT_ID: 'a',
  CONSOLE_OIDC_CLIENT_SECRET: 'b',
}

it('loginSettingsOf returns the login of users and of staff, and undefined where they have none', () => {
  for (const [variables, ofUsers, ofStaff] of [
    [{}, 'https://login.example/', undefined],
    [named('github'), 'github', undefined],
    [{ ...named('github'), ...staff }, 'github', 'https://staff.example/'],
    [staff, 'https://login.example/', 'https://staff.example/'],
  ] as const) {
    configure(variables)
    expect([loginSettingsOf('users')?.issuer, loginSettingsOf('staff')?.issuer]).toEqual([ofUsers, ofStaff])
  }
})

it('providerName returns the vendor’s spelling for users of a named provider, and otherwise undefined', () => {
  for (const [provider, name] of Object.entries({
    discord: 'Discord',
    github: 'GitHub',
    twitch: 'Twitch',
    twitter: 'X',
  })) {
    configure({ ...named(provider), ...staff })
    expect([providerName('users'), providerName('staff')], provider).toEqual([name, undefined])
  }
  configure()
  expect(providerName('users')).toBeUndefined()
})
