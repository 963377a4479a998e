import { describe, expect, it } from 'vitest'
import { citationProblems } from './citations'

const targets = new Map([
  ['Connect flow', { word: 'step', length: 5 }],
  ['Task run states', { word: 'fact', length: 4 }],
  ['Errors', undefined],
])

const messages = (source: string) => citationProblems(source, targets).map(({ message }) => message)

describe('citationProblems', () => {
  it.each([
    '/** Arrival ("Connect flow", step 1). */',
    '/** ("Connect flow", steps 1 to 3), then ("Connect flow", steps 4 and 5). */',
    '// Tried again ("Errors"; "Connect flow", step 4).',
    'const wait = 60 // seconds ("Errors")',
    '{/* ("Task run states", fact 2) */}',
    ' * Not stuck ("Task run states",\n * fact 3).',
  ])('accepts %j', (source) => {
    expect(messages(source)).toEqual([])
  })

  it.each([
    ['/** ("Retries") */', 'there is no heading "Retries"'],
    ['/** ("Connect flow", step 6) */', '"Connect flow" has no step 6'],
    ['/** ("Connect flow", step 0) */', '"Connect flow" has no step 0'],
    ['/** ("Connect flow", steps 4 to 6) */', '"Connect flow" has no step 6'],
    ['/** ("Connect flow", fact 1) */', '"Connect flow" has no numbered facts'],
    ['/** ("Errors", rule 1) */', '"Errors" has no numbered rules'],
    ['/** ("Errors"; "Retries") */', 'there is no heading "Retries"'],
    ['/** ("Errors", 429) */', '("Errors", 429) is not a citation: write ("Heading") or ("Heading", step 1)'],
    ['/** (section "Errors") */', '(section "Errors") is not a citation: write ("Heading") or ("Heading", step 1)'],
    ['/** Not stuck (fact 3). */', 'fact 3 names no heading: write ("Heading", fact 2)'],
    ['/** Then (step 3). */', 'step 3 names no heading: write ("Heading", fact 2)'],
  ])('refuses %j', (source, message) => {
    expect(messages(source)).toEqual([message])
  })

  it('reports the line of each problem inside and after a comment of several lines', () => {
    const source = ['/**', ' * Fine ("Errors").', ' * Not so ("Retries"', ' * at all).', ' */', 'f() // (fact 1)', '']
    expect(citationProblems(source.join('\n'), targets).map(({ line }) => line)).toEqual([3, 6])
  })

  it('ignores code and string literals', () => {
    expect(messages(`expect("Can't do it")\nconst url = 'https://a.example/("Retries")'\n`)).toEqual([])
  })
})
