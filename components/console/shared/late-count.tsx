import { Suspense, type ReactNode } from 'react'

interface LateCountProps<Data> {
  read: Promise<Data>
  children: (data: Data) => ReactNode
}

/** How many items a page lists, for its head. It is empty until it has been read, and the page does not wait for it. */
export function LateCount<Data>(props: LateCountProps<Data>) {
  return (
    <Suspense>
      <Count {...props} />
    </Suspense>
  )
}

async function Count<Data>({ read, children }: LateCountProps<Data>) {
  return children(await read)
}
