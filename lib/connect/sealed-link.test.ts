import { sealData } from 'iron-session'
import { describe, expect, it } from 'vitest'
import { newSecretKey } from './deep-link'
import { linkMemorySeconds } from './link'
import { sealLink, unsealLink } from './sealed-link'
import { openLink } from './test-support'

const passwords = { current: 'current-password-of-32-characters!', previous: 'previous-password-of-32-characters!' }
const otherPassword = 'another-password-of-32-characters!!'
const now = Date.now()
const link = openLink(now)
const sealedBy = (password: string, content: unknown = link) => sealData(content, { password, ttl: linkMemorySeconds })

describe('sealLink and unsealLink', () => {
  it('hide the nonce and the request id, and return the link unchanged', async () => {
    const sealed = await sealLink(link, passwords, now)
    expect(sealed).not.toContain(link.nonce)
    expect(sealed).not.toContain(link.requestId)
    expect(await unsealLink(sealed, passwords)).toEqual(link)
  })

  it('return null for a text that is no seal', async () => {
    for (const value of ['', 'hello', 'x'.repeat(5000), 'Fe26.2*1*a*b*c*d*e*f', 'A'.repeat(22)]) {
      expect(await unsealLink(value, passwords)).toBeNull()
    }
  })

  it('open a seal with the previous password during a rotation, but not with any other password', async () => {
    expect(await unsealLink(await sealedBy(passwords.previous), passwords)).toEqual(link)
    expect(await unsealLink(await sealedBy(otherPassword), passwords)).toBeNull()
    expect(await unsealLink(await sealedBy(passwords.previous), { ...passwords, previous: undefined })).toBeNull()
  })

  describe('with a wallet app', () => {
    const session = { publicKey: 'k'.repeat(44), session: 's'.repeat(600) }
    const outcome = { kind: 'app_problem', app: 'backpack', problem: 'invalid_address' } as const
    const walletAddress = 'a'.repeat(44)
    const app = { id: 'backpack', walletAddress }
    const keys = { appKey: newSecretKey(), usedKeys: { phantom: 99, solflare: 99, backpack: 99 } }
    const chosen = { ...link, ...keys, nonce: 'n'.repeat(512), app: { ...app, ...session }, outcome }
    const entered = { walletAddress, signed: { walletName: 'Backpack', signature: 's'.repeat(88) } }
    const signed = { ...chosen, app, entered, isPressedInApp: true }

    it('keep all fields of a link with the longest nonce when its app is chosen or has signed', async () => {
      for (const full of [chosen, signed]) {
        const sealed = await sealLink(full, passwords, now)
        expect(sealed.length).toBeLessThanOrEqual(2600)
        expect(await unsealLink(sealed, passwords)).toEqual(full)
      }
    })

    it('drop the press in the app when the signature is left out', async () => {
      // The previous version accepted longer nonces.
      const bare = await unsealLink(await sealLink({ ...signed, nonce: '"'.repeat(1024) }, passwords, now), passwords)
      for (const left of ['app', 'entered', 'isPressedInApp']) expect(bare).not.toHaveProperty(left)
    })
  })

  it('drop an outcome that this version cannot parse', async () => {
    const sealed = await sealedBy(passwords.current, { ...link, outcome: { kind: 'of another version' } })
    expect(await unsealLink(sealed, passwords)).toEqual(link)
  })

  it('leave out the message, and then the entries, when the seal is too long for a request’s headers', async () => {
    const refused = { kind: 'refused', reason: 'unknown', remedy: 'try_again' } as const
    const outcome = { ...refused, message: '日'.repeat(500), code: 'C' }
    const entered = { walletAddress: 'a'.repeat(256), signed: { walletName: 'w', signature: 's'.repeat(128) } }
    const sealed = await sealLink({ ...link, outcome, entered }, passwords, now)
    expect(sealed.length).toBeLessThanOrEqual(2100)
    expect(await unsealLink(sealed, passwords)).toMatchObject({ entered, outcome: { message: null } })
    // The previous version accepted longer nonces.
    const long = { ...link, nonce: '"'.repeat(1024), outcome, entered }
    const bare = await unsealLink(await sealLink(long, passwords, now), passwords)
    expect(bare).toMatchObject({ nonce: long.nonce })
    expect(bare).not.toHaveProperty('entered')
  })
})
