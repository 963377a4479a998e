import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { perProcess } from './per-process'

/*
 * Which server actions this build has. A page of another build posts a form that names an action by an id
 * which this build does not know, and Next answers that with a blank page. So such posts are recognised
 * before Next sees them.
 */

/** Forms of server actions are small; a larger body is not read here. */
const maxFormBytes = 64 * 1024

/** Written by `next build`. It also holds a key, which is not read. */
const manifestPath = join('.next', 'server', 'server-reference-manifest.json')

const manifestSchema = z.object({ node: z.record(z.string(), z.unknown()) })

/** The ids of this build's actions; null where there is no build, as under `next dev`. */
function knownIds(): Promise<ReadonlySet<string> | null> {
  return perProcess('server action ids', async () => {
    try {
      const text = await readFile(join(process.cwd(), manifestPath), 'utf8')
      return new Set(Object.keys(manifestSchema.parse(JSON.parse(text)).node))
    } catch {
      return null
    }
  })
}

/** What is known of a request here; `body` is asked for only where it can be such a form. */
interface Request {
  method: string
  header: (name: string) => string | null | undefined
  body: () => Promise<string>
}

/** Whether a request is a form that a browser posts to a server action of another build of this site. */
export async function isForOtherBuild({ method, header, body }: Request): Promise<boolean> {
  if (method !== 'POST' || header('next-action')) return false
  if (!/^multipart\/form-data\b/i.test(header('content-type') ?? '')) return false
  const length = Number(header('content-length') ?? Number.NaN)
  if (!(length <= maxFormBytes)) return false
  const known = await knownIds()
  return known !== null && actionIdsIn(await body()).some((id) => !known.has(id))
}

/**
 * The ids that a form names, as React writes them: with or without arguments bound to the action. The names of fields
 * are looked for in the text of the body: browsers write quotes in a name as `%22`, so nothing but a name looks like one
 * unless somebody types it, who is then told that the page was updated.
 */
export function actionIdsIn(body: string): string[] {
  const fields = body.matchAll(/ name="\$ACTION_(?:ID_([^"]+)"|\d+:0"\r\n(?:[^\r]+\r\n)*\r\n\{"id":"([^"]+)")/g)
  return [...fields].flatMap(([, plain, bound]) => plain ?? bound ?? [])
}
