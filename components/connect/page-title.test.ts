import { describe, expect, it } from 'vitest'
import { examples } from '@/components/preview/examples'
import type { ConnectPageState } from '@/lib/connect/page-state'
import { userMessages } from '@/lib/messages/compiled'
import type { TextKey } from '@/lib/messages/keys'
import { textsOf } from '@/lib/messages/texts'
import { userTextsOf } from '@/lib/messages/user-texts'
import { connectPageTitle } from './page-title'

const brand = { name: 'Site', service: 'Rewards', operator: 'Ada', connectLabel: 'Connect' }
const t = userTextsOf(textsOf<TextKey>('en', userMessages('en', brand).messages), new Set())
const formTitle = t.plain('confirm.title')

/** The states of the connect page, by the names of their examples. */
const states = [...examples(Date.now())].flatMap(([name, example]): [string, ConnectPageState][] =>
  example.kind === 'connect' ? [[name, example.state]] : [],
)

describe('connectPageTitle', () => {
  it.each(states)('returns the title of the form for %s only when it is a form before a press', (_name, state) => {
    const isUnpressedForm = state.kind === 'form' && state.notice === null
    expect(connectPageTitle(t, state) === formTitle).toBe(isUnpressedForm)
  })

  it('reports that nothing was connected when the user has cancelled', () => {
    const cancelled = { kind: 'nothing_held', because: 'cancelled', canUndo: true } as const
    expect(connectPageTitle(t, cancelled)).toBe('Cancelled. No wallet was connected.')
  })

  it('contains the problem when the address is missing, because a page without scripts cannot announce it otherwise', () => {
    const [, state] = states.find(([name]) => name === 'form.address_missing') ?? []
    expect(state && connectPageTitle(t, state)).toBe('Error: Enter your wallet address.')
  })
})
