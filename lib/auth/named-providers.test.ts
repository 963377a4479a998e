import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Config } from '@/lib/config'
import { loginSettingsOf, providerName } from './named-providers'
import type { OidcSettings } from './provider'

const mocks = vi.hoisted(() => ({
  login: {} as Partial<Pick<Config['login'], 'oidc' | 'named' | 'staff'>>,
  discovery: vi.fn<(settings: { issuer: string }) => object>(),
}))
vi.mock('@/lib/config', () => ({ config: () => ({ login: mocks.login }) }))
vi.mock('./provider', () => ({ discovery: mocks.discovery }))

const client = { clientId: 'the app', clientSecret: 'the-secret' }
const oidc = { ...client, issuer: 'https://login.example' } as OidcSettings
const atDiscovery = { issuer: 'https://id.example', userinfo_endpoint: 'https://id.example/userinfo' }

beforeEach(() => {
  mocks.login = {}
  mocks.discovery.mockReset().mockReturnValue({ provider: async () => atDiscovery })
})

describe('loginSettingsOf', () => {
  it.each([
    [{}, undefined, undefined],
    [{ oidc }, 'https://login.example', undefined],
    [{ named: { ...client, provider: 'github' } }, 'github', undefined],
    [{ named: { ...client, provider: 'github' }, staff: oidc }, 'github', 'https://login.example'],
    [{ staff: oidc }, undefined, 'https://login.example'],
  ] as const)('returns for %j the issuer %s for users and %s for staff', (login, ofUsers, ofStaff) => {
    mocks.login = login
    expect([loginSettingsOf('users')?.issuer, loginSettingsOf('staff')?.issuer]).toEqual([ofUsers, ofStaff])
  })

  // next-auth's modules must contain these URLs of the vendors, and X's with their former host.
  it.each([
    [
      'discord',
      'identify email',
      'https://discord.com',
      'https://discord.com/api/oauth2/authorize?scope=identify+email',
      'https://discord.com/api/oauth2/token',
      'https://discord.com/api/users/@me',
    ],
    [
      'github',
      '',
      'https://github.com/login/oauth',
      'https://github.com/login/oauth/authorize',
      'https://github.com/login/oauth/access_token',
      'https://api.github.com/user',
    ],
    [
      'twitter',
      'users.read tweet.read',
      'https://api.x.com',
      'https://x.com/i/oauth2/authorize',
      'https://api.x.com/2/oauth2/token',
      'https://api.x.com/2/users/me',
    ],
  ] as const)(
    'returns the scope and the known URLs when the provider is %s: %j',
    async (provider, scope, issuer, authorize, token, user) => {
      mocks.login = { named: { ...client, provider } }
      const settings = loginSettingsOf('users')
      expect(settings).toMatchObject({ ...client, issuer: provider, scope, usesNonce: false, trustsEmail: false })
      expect(await settings?.provider()).toMatchObject({
        issuer,
        authorization_endpoint: authorize,
        token_endpoint: token,
        userinfo_endpoint: user,
        clientAuth: 'client_secret_basic',
      })
      expect(mocks.discovery).not.toHaveBeenCalled()
    },
  )

  it('requests claims and discovers the URLs when the provider is twitch', async () => {
    mocks.login = { named: { ...client, provider: 'twitch' } }
    const settings = loginSettingsOf('users')
    expect(settings).toMatchObject({ issuer: 'twitch', scope: 'openid user:read:email', usesNonce: true })
    expect(JSON.parse(settings?.claimsRequest ?? '')).toEqual({
      id_token: { email: null, email_verified: null, preferred_username: null },
    })
    expect(await settings?.provider()).toEqual({ ...atDiscovery, userinfo_endpoint: null })
    expect(mocks.discovery).toHaveBeenCalledExactlyOnceWith({ ...client, issuer: 'https://id.twitch.tv/oauth2' })
  })
})

describe('providerName', () => {
  it.each([
    ['discord', 'Discord'],
    ['github', 'GitHub'],
    ['twitch', 'Twitch'],
    ['twitter', 'X'],
  ] as const)('returns for %s the name %s for users, and undefined for staff', (provider, name) => {
    mocks.login = { named: { ...client, provider }, staff: oidc }
    expect([providerName('users'), providerName('staff')]).toEqual([name, undefined])
  })

  it('returns undefined when the operator has an OpenID provider', () => {
    mocks.login = { oidc }
    expect(providerName('users')).toBeUndefined()
  })
})
