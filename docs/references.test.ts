import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'

/* The references of comments and documents: each one has its target. */

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md'])
  .toString()
  .split('\n')
  .filter((name) => existsSync(name) && name !== 'docs/references.test.ts')
const texts = new Map(files.filter(Boolean).map((name) => [name, readFileSync(name, 'utf8')]))
const documents = [...texts].filter(([name]) => name.endsWith('.md'))

const withoutCodeBlocks = (markdown: string) => markdown.replace(/^ *(`{3,}|~{3,})[^]*?^ *\1 *$/gm, '')
/** A code span does not go beyond its paragraph. */
const withoutCode = (markdown: string) =>
  withoutCodeBlocks(markdown).replace(/(?<!`)(`+)(?!`)(?:(?!\n\n)[^])*?(?<!`)\1(?!`)/g, '')

/** Returns the texts of a document between its headings, each with its heading. */
const sectionsOf = (markdown: string) =>
  withoutCodeBlocks(markdown)
    .split(/^#+ /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const)

/** Returns the anchors that GitHub gives to headings. A repeated heading gets a number. */
function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>()
  for (const [heading] of sectionsOf(markdown)) {
    // A link shows only its text.
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = words.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-')
    let unique = anchor
    for (let number = 1; anchors.has(unique); number += 1) unique = `${anchor}-${number}`
    anchors.add(unique)
  }
  return anchors
}

/** Checks a link or an image of a document. Addresses of other sites are not checked. */
function hasTarget(path: string, target: string): boolean {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target)) return true
  const [file = '', anchor] = decodeURI(target).split('#')
  // GitHub reads an address that begins with a slash from the root of the repository.
  const linked = file === '' ? path : posix.join(file.startsWith('/') ? '.' : posix.dirname(path), file)
  if (linked.startsWith('..') || !existsSync(linked)) return false
  return anchor === undefined || anchorsOf(texts.get(linked) ?? '').has(anchor)
}

it('each link of a document leads to a file and a heading', () => {
  const links = documents.flatMap(([path, text]) =>
    Array.from(withoutCode(text).matchAll(/(?<!\\)\]\(\s*([^\s()]+)/g), ([, target = '']) => ({ path, target })),
  )
  expect(links.length).toBeGreaterThan(500)
  expect(links.filter(({ path, target }) => !hasTarget(path, target))).toEqual([])
})

it('each citation of the interface names one of its headings, and an item of its list', () => {
  const sections = sectionsOf(texts.get('docs/interface.md') ?? '')
  const items = new Map(
    sections.map(([heading, text]) => [heading, Array.from(text.matchAll(/^(\d+)\. /gm), ([, item]) => item)]),
  )
  expect(items.size).toBe(sections.length)
  const citation = /(?<=\(|; )"([A-Z][^"']*)"(?:,\s(?:step|fact|rule)s?\s([\d,\s]+(?:(?:and|to)\s\d+)?))?/g
  const cited = [...texts].flatMap(([path, text]) => {
    if (path.endsWith('.md')) return []
    // A citation can go over the end of a line of a comment.
    const comments = text.match(/^\s*(?:\{?\/\*+|\*|\/\/) .*$|(?<= \/\/ ).*$/gm) ?? []
    const joined = comments.map((line) => line.replace(/^\s*[{/*]+/, '').trim()).join(' ')
    return Array.from(joined.matchAll(citation), ([, heading = '', numbers = '']) => ({ path, heading, numbers }))
  })
  expect(cited.length).toBeGreaterThan(50)
  const wrong = cited.filter(({ heading, numbers }) => {
    const listed = items.get(heading)
    return !listed || (numbers.match(/\d+/g) ?? []).some((number) => !listed.includes(number))
  })
  expect(wrong).toEqual([])
})

it('each path that a comment or a document names exists', () => {
  const folders = String.raw`(?:\.ci|\.github|app|components|docs|e2e|lab|lib|public|scripts|skin)`
  const quoted = new RegExp(`\`(${folders}/[\\w@.[\\]/-]*)\``, 'g')
  // In a code block, only a name with an ending is a path, because a folder looks like an argument of a command.
  const typed = new RegExp(String.raw`(?<=^|\s)(${folders}/[\w@.[\]/-]+\.[a-z]+)(?=\s|$)`, 'gm')
  const named = [...texts].flatMap(([path, text]) => {
    const blocks = text.match(/^ *```[^]*?^ *```/gm)?.join('\n') ?? ''
    const matches = [...withoutCodeBlocks(text).matchAll(quoted), ...blocks.matchAll(typed)]
    return matches.map(([, target = '']) => ({ path, target }))
  })
  expect(named.length).toBeGreaterThan(300)
  expect(named.filter(({ target }) => !existsSync(target))).toEqual([])
})
