import { connection } from 'next/server'

/** Next renders it for each request, like every page of the real app. */
export default async function EmptyPage() {
  await connection()
  return <h1>Empty</h1>
}
