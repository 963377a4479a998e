import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { inRequest } from '@/lib/request/test-support'

type Handler = (request: NextRequest) => Promise<Response>

const modules = new Map<string, Record<string, Handler>>()
for (const folder of ['app/console', 'app/(frames)/console']) {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = `${folder}/${path}`
    if (file.endsWith('/route.ts'))
      modules.set(file, (await import(join(process.cwd(), file))) as Record<string, Handler>)
  }
}

/** The route handlers of the console, as found in its folders. */
export const handlers = [...modules].map(([file, module]) => ({
  file,
  methods: Object.keys(module).filter((name) => /^[A-Z]+$/.test(name)),
}))

/** Calls a route handler in the browser, and reads its whole response. */
export async function callHandler(
  file: string,
  method: string,
  query: string,
  init: { headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; text: string }> {
  const path = file.replace(/^app(?:\/\(frames\))?|\/route\.ts$/g, '')
  const request = new NextRequest(`http://localhost:3000${path}?${query}`, { method, ...init })
  return inRequest(async () => {
    try {
      const response = await modules.get(file)?.[method]?.(request)
      return { status: response?.status ?? 0, text: (await response?.text()) ?? '' }
    } catch (error) {
      if (!(error instanceof Error && 'digest' in error && error.digest === 'NEXT_HTTP_ERROR_FALLBACK;404')) throw error
      return { status: 404, text: '' }
    }
  })
}
