import { connection } from 'next/server'

/** Answers the liveness probe. Any response means that the process is alive. Without one, the platform restarts it. */
export async function GET(): Promise<Response> {
  await connection()
  return Response.json({ status: 'alive' }, { headers: { 'Cache-Control': 'no-store' } })
}
