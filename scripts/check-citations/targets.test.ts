import { describe, expect, it } from 'vitest'
import { anchorsOf, readTargets } from './targets'

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
  it('finds every heading, and the numbered list of those that have one', () => {
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

describe('anchorsOf', () => {
  it('gives each heading the anchor that GitHub gives it', () => {
    expect(anchorsOf("# The service's interface\n\n## Upload a task batch CSV\n\n```sh\n# a comment\n```\n")).toEqual([
      'the-services-interface',
      'upload-a-task-batch-csv',
    ])
  })
})
