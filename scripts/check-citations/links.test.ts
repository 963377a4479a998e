import { describe, expect, it } from 'vitest'
import { anchorsOf, linkProblems } from './links'

const documents = new Map([
  ['README.md', '# Start\n\n## Deploy it\n'],
  ['docs/guide.md', '# Guide\n\n## The `brand.json`\n'],
])
const files = new Set(['docs', 'docs/own.md', 'docs/images/a page.png', ...documents.keys()])

const problems = (text: string) =>
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
    expect(problems(text)).toEqual([])
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
    expect(problems(text).map((problem) => problem.message)).toEqual([message])
  })

  it('reports the line of each problem when code comes before it', () => {
    const text = '[gone](#1)\n\n```sh\ntwo\nlines\n```\n\n`a\nspan` [gone](#9)\n'
    expect(problems(text).map(({ line }) => line)).toEqual([1, 9])
  })
})

it('anchorsOf gives the anchors of GitHub when headings have code, links, other letters or the same text', () => {
  const text = '# `CONNECT_URL`: 1.0.0 – Ändern\n## The [guide](guide.md)s\n## A & B\n## Logs\n## Logs\n## Logs 1\n'
  expect([...anchorsOf(text)]).toEqual(['connect_url-100--ändern', 'the-guides', 'a--b', 'logs', 'logs-1', 'logs-1-1'])
})
