import { describe, expect, it } from 'vitest'
import { anchorsOf, citationProblems, headingsOf, linkProblems, pathProblems } from './check-citations'

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

const documents = new Map([
  ['README.md', '# Start\n\n## Deploy it\n'],
  ['docs/guide.md', '# Guide\n\n## The `brand.json`\n'],
])
const files = new Set(['docs', 'docs/own.md', 'docs/images/a page.png', ...documents.keys()])

const problemsOfLinks = (text: string) =>
  linkProblems('docs/own.md', new Map([...documents, ['docs/own.md', text]]), (path) => files.has(path))

describe('linkProblems', () => {
  it.each([
    'Read [the guide](guide.md), [its part](./guide.md#the-brandjson) and [the start](../README.md#deploy-it).',
    '# A part\n\n[Above](#a-part), [the start](/README.md), [the folder](../docs)',
    '[![A page](images/a%20page.png)](guide.md) and ![a page](images/a%20page.png "A page")',
    '[this](guide.md\n"of two lines")',
    '[elsewhere](https://a.example/gone.md#gone), <https://a.example>, [mail](mailto:a@a.example)',
    'In code: `[gone](gone.md)`, ``[gone](gone.md) ` ``\n\n- so:\n\n  ```md\n  [gone](gone.md)\n  ```\n',
    'No links: \\[gone\\](gone.md), a[0] and [x]',
  ])('accepts %j', (text) => {
    expect(problemsOfLinks(text)).toEqual([])
  })

  it.each([
    ['[gone](gone.md)', 'there is no docs/gone.md'],
    ['[gone](gone.md#start)', 'there is no docs/gone.md'],
    ['[gone](/gone.md)', 'there is no gone.md'],
    ['[outside](../../README.md)', 'there is no ../README.md'],
    ['![gone](images/gone.png)', 'there is no docs/images/gone.png'],
    ['[![gone](images/gone.png)](guide.md)', 'there is no docs/images/gone.png'],
    ['# Here\n\n[gone](#gone)', 'docs/own.md has no heading #gone'],
    ['# Here\n\n[case](#Here)', 'docs/own.md has no heading #Here'],
    ['```sh\n# Here\n```\n\n[in code](#here)', 'docs/own.md has no heading #here'],
    ['[gone](../README.md#gone)', 'README.md has no heading #gone'],
    ['[no document](../docs#guide)', 'docs has no heading #guide'],
  ])('refuses %j', (text, message) => {
    expect(problemsOfLinks(text).map((problem) => problem.message)).toEqual([message])
  })

  it('reports the line of each problem when code comes before it', () => {
    const text = '[gone](#1)\n\n```sh\ntwo\nlines\n```\n\n`a\nspan` [gone](#9)\n'
    expect(problemsOfLinks(text).map(({ line }) => line)).toEqual([1, 9])
  })
})

it('anchorsOf gives the anchors of GitHub when headings have code, links, other letters or the same text', () => {
  const text = '# `CONNECT_URL`: 1.0.0 – Ändern\n## The [guide](guide.md)s\n## A & B\n## Logs\n## Logs\n## Logs 1\n'
  expect([...anchorsOf(text)]).toEqual(['connect_url-100--ändern', 'the-guides', 'a--b', 'logs', 'logs-1', 'logs-1-1'])
})

describe('pathProblems', () => {
  const exists = (path: string) => path === 'lib/connect' || path === 'app/console/[id]/page.tsx'

  it('accepts existing files and folders, and texts that are not paths of the repository', () => {
    expect(pathProblems('`lib/connect`, `app/console/[id]/page.tsx`, `/connect`, `next/server`', exists)).toEqual([])
    expect(pathProblems('```sh\nnode app/console/[id]/page.tsx --flag\n```', exists)).toEqual([])
  })

  it('reports each missing path with its line, also in a code block', () => {
    for (const [text = '', path] of [
      ['first\n`lib/gone.ts` and `lib/connect`', 'lib/gone.ts'],
      ['```sh\nnpx vitest run lib/gone.test.ts -t name\n```', 'lib/gone.test.ts'],
    ])
      expect(pathProblems(text, exists)).toEqual([{ line: 2, message: `there is no ${path}` }])
  })
})
