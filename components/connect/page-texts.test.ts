import { describe, expect, it } from 'vitest'
import { examples } from '@/components/preview/examples'
import type { ConnectPageState } from '@/lib/connect/page-state'
import { englishTexts } from '@/lib/messages/test-support'
import { connectPageTitle } from './page-texts'

const { t } = englishTexts()

/** The states of the connect page, by the names of their examples. */
const states = [...examples(Date.now())].flatMap(([name, example]): [string, ConnectPageState][] =>
  example.kind === 'connect' ? [[name, example.state]] : [],
)

describe('connectPageTitle', () => {
  it('returns the title of the form only when the state is a form before a press', () => {
    for (const [name, state] of states) {
      const isUnpressedForm = state.kind === 'form' && state.notice === null
      expect(connectPageTitle(t, state) === t.plain('confirm.title'), name).toBe(isUnpressedForm)
    }
  })

  it('names what the user has just done when they have connected or cancelled', () => {
    const titleOf = (because: 'none' | 'done' | 'cancelled') =>
      connectPageTitle(t, { kind: 'nothing_held', because, canUndo: false })
    expect(titleOf('cancelled')).toBe('Cancelled')
    expect(titleOf('done')).toBe('You’re done')
    expect(titleOf('none')).toBe('Nothing to connect')
  })

  it('contains the problem when the address is missing, because a page without scripts cannot announce it otherwise', () => {
    const [, state] = states.find(([name]) => name === 'form.address_missing') ?? []
    expect(state && connectPageTitle(t, state)).toBe('Error: Enter your wallet address.')
  })
})
