import { connection } from 'next/server'

/** Rendered anew for each request, as every page of the real app is. */
export default async function EmptyPage() {
  await connection()
  return <h1>Empty</h1>
}
