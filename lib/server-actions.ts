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

/**
 * Whether a request is a form that a browser posts to a server action of another build of this site. A copy
 * of its body is read, and only where it can be such a form.
 */
export async function isForOtherBuild(request: Request): Promise<boolean> {
  const { method, headers } = request
  if (method !== 'POST' || headers.has('next-action')) return false
  if (!/^multipart\/form-data\b/i.test(headers.get('content-type') ?? '')) return false
  const length = Number(headers.get('content-length') ?? Number.NaN)
  if (!(length <= maxFormBytes)) return false
  const known = await knownIds()
  if (known === null) return false
  try {
    return actionIdsIn(await request.clone().formData()).some((id) => !known.has(id))
  } catch {
    // Not a form after all: Next decides what it is.
    return false
  }
}

/** The ids that a form names, as React writes them: with or without arguments bound to the action. */
export function actionIdsIn(form: FormData): string[] {
  return [...form].flatMap(([name, value]) => {
    const [, plain] = /^\$ACTION_ID_(.+)$/.exec(name) ?? []
    if (plain !== undefined) return [plain]
    if (!/^\$ACTION_\d+:0$/.test(name) || typeof value !== 'string') return []
    const [, bound] = /^\{"id":"([^"]+)"/.exec(value) ?? []
    return bound === undefined ? [] : [bound]
  })
}
