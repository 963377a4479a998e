import { connection } from 'next/server'

/** Whether the process is alive: it is, if it can say so. For what restarts it otherwise. */
export async function GET(): Promise<Response> {
  await connection()
  return Response.json({ status: 'alive' }, { headers: { 'Cache-Control': 'no-store' } })
}
