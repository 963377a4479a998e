import { Suspense, type ReactNode } from 'react'

interface LateCountProps<Data> {
  read: Promise<Data>
  children: (data: Data) => ReactNode
}

/** The number of items of a page, for its head. It is empty until the server has read it. The page does not wait. */
export function LateCount<Data>(props: LateCountProps<Data>) {
  return (
    <Suspense>
      <Count {...props} />
    </Suspense>
  )
}

async function Count<Data>({ read, children }: LateCountProps<Data>) {
  // In an element, because React fails to remove a bare text that a translation has replaced.
  return <span>{children(await read)}</span>
}
