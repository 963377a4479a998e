import { connection } from 'next/server'

/** The liveness probe: any response means that the process is alive. */
export async function GET(): Promise<Response> {
  await connection()
  return Response.json({ status: 'alive' })
}
