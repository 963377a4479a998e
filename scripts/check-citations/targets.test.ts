import { describe, expect, it } from 'vitest'
import { readTargets } from './targets'

const document = `# The interface

\`\`\`sh
# a comment
\`\`\`

## Connect flow

How it goes. Steps:

1. The user presses Connect.
2. The browser arrives.

Notes:

1. Not to be cited.

### Client rules

Rules:

1. Keep the hold.

## Errors

1. A list without a word for its items.
`

describe('readTargets', () => {
  it('finds every heading with its numbered list', () => {
    expect([...readTargets(document)]).toEqual([
      ['The interface', undefined],
      ['Connect flow', { word: 'step', length: 2 }],
      ['Client rules', { word: 'rule', length: 1 }],
      ['Errors', undefined],
    ])
  })

  it('refuses a heading that occurs twice', () => {
    expect(() => readTargets('# Errors\n\n## Errors\n')).toThrow('The heading "Errors" occurs twice.')
  })
})
