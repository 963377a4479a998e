import { Suspense, type ReactNode } from 'react'

interface LateCountProps<Data> {
  read: Promise<Data>
  children: (data: Data) => ReactNode
}

/** How much a page lists, for its head. Until it has been read it says nothing, and the page does not wait for it. */
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
