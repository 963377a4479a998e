import { describe, expect, it } from 'vitest'
import { pathProblems } from './paths'

describe('pathProblems', () => {
  const exists = (path: string) => path === 'lib/connect' || path === 'app/console/[id]/page.tsx'

  it('accepts existing files and folders, and texts that are not paths of the repository', () => {
    expect(pathProblems('`lib/connect`, `app/console/[id]/page.tsx`, `/connect`, `next/server`', exists)).toEqual([])
  })

  it('reports each missing path with its line', () => {
    expect(pathProblems('first\n`lib/gone.ts` and `lib/connect`', exists)).toEqual([
      { line: 2, message: 'there is no lib/gone.ts' },
    ])
  })

  it('accepts an existing file in a code block', () => {
    expect(pathProblems('```sh\nnode app/console/[id]/page.tsx --flag\n```', exists)).toEqual([])
  })

  it('reports a missing file in a code block', () => {
    expect(pathProblems('```sh\nnpx vitest run lib/gone.test.ts -t name\n```', exists)).toEqual([
      { line: 2, message: 'there is no lib/gone.test.ts' },
    ])
  })
})
