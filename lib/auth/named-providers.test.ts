import { describe, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { loginSettingsOf, providerName } from './named-providers'
import * as providers from './provider'

const named = (provider: string) => ({
  OIDC_ISSUER: '',
  OIDC_CLIENT_ID: '',
  OIDC_CLIENT_SECRET: '',
  LOGIN_PROVIDER: provider,
  LOGIN_CLIENT_ID: 'the app',
  LOGIN_CLIENT_SECRET: 'the-secret',
})
const client = { clientId: 'the app', clientSecret: 'the-secret' }
const staff = {
  CONSOLE_OIDC_ISSUER: 'https://staff.example',
  CONSOLE_OIDC_CLIENT_ID: 'a',
  CONSOLE_OIDC_CLIENT_SECRET: 'b',
}

describe('loginSettingsOf', () => {
  it('returns the login of users and of staff, and undefined where they have none', () => {
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

  // next-auth's modules must contain these URLs of the vendors, and X's with their former host.
  it.each([
    ['discord', 'discord.com', 'discord.com/api/oauth2/authorize?scope=identify+email', 'discord.com/api/oauth2/token'],
    ['github', 'github.com/login/oauth', 'github.com/login/oauth/authorize', 'github.com/login/oauth/access_token'],
    ['twitter', 'api.x.com', 'x.com/i/oauth2/authorize', 'api.x.com/2/oauth2/token'],
  ])('returns the known URLs when the provider is %s', async (provider, ...addresses) => {
    const users = {
      discord: 'discord.com/api/users/@me',
      github: 'api.github.com/user',
      twitter: 'api.x.com/2/users/me',
    }
    configure(named(provider))
    const settings = loginSettingsOf('users')
    expect(settings).toMatchObject({ ...client, issuer: provider, usesNonce: false, trustsEmail: false })
    const [issuer, authorize, token, userinfo] = [...addresses, users[provider as keyof typeof users]].map(
      (address) => `https://${address}`,
    )
    expect(await settings?.provider()).toMatchObject({
      issuer,
      authorization_endpoint: authorize,
      token_endpoint: token,
      userinfo_endpoint: userinfo,
      clientAuth: 'client_secret_basic',
    })
  })

  it('discovers the URLs when the provider is twitch', async () => {
    const atDiscovery = { issuer: 'https://id.example', userinfo_endpoint: 'https://id.example/userinfo' }
    const discovery = vi.spyOn(providers, 'discovery').mockReturnValue({ get: async () => atDiscovery } as never)
    configure(named('twitch'))
    const settings = loginSettingsOf('users')
    expect(settings).toMatchObject({ issuer: 'twitch', usesNonce: true })
    expect(await settings?.provider()).toEqual({ ...atDiscovery, userinfo_endpoint: null })
    expect(discovery).toHaveBeenCalledExactlyOnceWith({ ...client, issuer: 'https://id.twitch.tv/oauth2' })
  })
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
