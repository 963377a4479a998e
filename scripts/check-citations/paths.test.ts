import { describe, expect, it } from 'vitest'
import { linkProblems, pathProblems } from './paths'

describe('pathProblems', () => {
  const exists = (path: string) => path === 'lib/connect' || path === 'app/console/[id]/page.tsx'

  it('accepts files and folders that are there, and what is no path of the repository', () => {
    expect(pathProblems('`lib/connect`, `app/console/[id]/page.tsx`, `/connect`, `next/server`', exists)).toEqual([])
  })

  it('names each one that is not there, with its line', () => {
    expect(pathProblems('first\n`lib/gone.ts` and `lib/connect`', exists)).toEqual([
      { line: 2, message: 'there is no lib/gone.ts' },
    ])
  })
})

describe('linkProblems', () => {
  const documents = new Map([
    ['', ['here']],
    ['interface.md', ['errors', 'limits']],
    ['../lib', []],
  ])
  const anchorsOf = (path: string) => documents.get(path)

  it('accepts links to files, headings and other sites', () => {
    const links = '[a](interface.md) [b](interface.md#errors) [c](#here) [d](../lib) [e](https://a.example/#x)'
    expect(linkProblems(links, anchorsOf)).toEqual([])
  })

  it.each(['gone.md', 'interface.md#gone', '#gone'])('refuses %s', (link) => {
    expect(linkProblems(`A [link](${link}).`, anchorsOf)).toEqual([
      { line: 1, message: `the link ${link} leads nowhere` },
    ])
  })
})
