import { readFileSync } from 'node:fs'

/** A nonce that changes if a site encodes it wrongly. */
export const awkwardNonce = 'a+b/c=&d %é'

/** The user that the login page of an example's site signs in. */
export const exampleUser = { id: 7, name: 'Zoë' }

/** Returns the example in this language from the chapter "Your own site". */
export function documentedExample(language: 'js' | 'ts' | 'python' | 'php' | 'ruby'): string {
  const [, chapter = ''] = readFileSync('docs/operate/login.md', 'utf8').split(/^## Your own site$/m)
  const [, code] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(chapter) ?? []
  if (code === undefined) throw new Error(`docs/operate/login.md has no example in ${language}`)
  return code
}
