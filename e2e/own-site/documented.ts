import { readFileSync } from 'node:fs'

/** A nonce that a site must hand back as it came: wrongly encoded, it becomes another one. */
export const awkwardNonce = 'a+b/c=&d %é'

/** Whom the login page of an example's site signs in. */
export const exampleUser = { id: 7, name: 'Zoë' }

/** The example in this language that the chapter "Your own site" has, as it is written there. */
export function documentedExample(language: 'js' | 'ts' | 'python' | 'php' | 'ruby'): string {
  const [, chapter = ''] = readFileSync('docs/operate/login.md', 'utf8').split(/^## Your own site$/m)
  const [, code] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(chapter) ?? []
  if (code === undefined) throw new Error(`docs/operate/login.md has no example in ${language}`)
  return code
}
