import { describe, expect, it } from 'vitest'
import { citationProblems } from './citations'
import { headingsOf } from './markdown'

const headings = new Map([
  ['Connect flow', 5],
  ['Task run states', 4],
  ['Errors', 0],
])

const messages = (source: string) => citationProblems(source, headings).map(({ message }) => message)

describe('citationProblems', () => {
  it.each([
    '/** Arrival ("Connect flow", step 1). */',
    '/** ("Connect flow", steps 1 to 3), then ("Connect flow", steps 4 and 5). */',
    '// Tried again ("Errors"; "Connect flow", step 4).',
    'const wait = 60 // seconds ("Errors")',
    '{/* ("Task run states", fact 2) */}',
    ' * Not stuck ("Task run states",\n * fact 3), see ("Connect\n * flow").',
    `expect("Can't do it")\nconst url = 'https://a.example/("Retries")'\n`,
  ])('accepts %j', (source) => {
    expect(messages(source)).toEqual([])
  })

  it.each([
    ['/** ("Retries") */', 'there is no heading "Retries"'],
    ['/** ("Errors"; "Retries") */', 'there is no heading "Retries"'],
    ['/** ("Connect flow", step 6) */', '"Connect flow" has no 6.'],
    ['/** ("Connect flow", step 0) */', '"Connect flow" has no 0.'],
    ['/** ("Connect flow", steps 4 to 6) */', '"Connect flow" has no 6.'],
    ['/** ("Errors", rule 1) */', '"Errors" has no 1.'],
  ])('refuses %j', (source, message) => {
    expect(messages(source)).toEqual([message])
  })

  it('reports the line of each problem inside and after a comment of several lines', () => {
    const source = ['/**', ' * Fine ("Errors").', ' * Not so ("Retries"', ' * at all).', ' */', 'f() // ("Gone")', '']
    expect(citationProblems(source.join('\n'), headings).map(({ line }) => line)).toEqual([3, 6])
  })
})

it('headingsOf finds each heading with its numbered list, and refuses a heading that occurs twice', () => {
  const document = '# The interface\n\n```sh\n# a comment\n```\n\n## Flow\n\nSteps:\n\n1. One.\n2. Two.\n\n## Errors\n'
  expect([...headingsOf(document)].filter(([heading]) => heading !== '')).toEqual([
    ['The interface', 0],
    ['Flow', 2],
    ['Errors', 0],
  ])
  expect(() => headingsOf('# Errors\n\n## Errors\n')).toThrow('The heading "Errors" occurs twice.')
})
