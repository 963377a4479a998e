import { afterEach, describe, expect, it, vi } from 'vitest'
import { actionsKeyHint } from './actions-key'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

describe('actionsKeyHint', () => {
  it('says what to do where several instances are meant, and the build has a key of its own', () => {
    expect(actionsKeyHint({ redisUrl: 'redis://127.0.0.1' })).toContain('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY')
  })

  it('says nothing of one instance', () => {
    expect(actionsKeyHint({ redisUrl: undefined })).toBeUndefined()
  })

  it('says nothing of a build that was given its key', async () => {
    vi.stubGlobal('BUILD_HAS_ACTIONS_KEY', true)
    vi.resetModules()
    const built = await import('./actions-key')
    expect(built.actionsKeyHint({ redisUrl: 'redis://127.0.0.1' })).toBeUndefined()
  })
})
