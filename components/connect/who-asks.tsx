import type { ReactNode } from 'react'
import { Icon, linkIcon } from '@/components/ui/icon'
import { brand } from '@/lib/brand'
import { capitalized } from '@/lib/messages/capitalized'

/** The operator and the service, and that the one is to be connected with the other: seen before it is read. */
export function WhoAsks() {
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-x-3">
      <Party name={brand.name}>
        {/* eslint-disable-next-line nextjs/no-img-element -- an icon of this site needs no resizing */}
        <img src="/icon.svg" alt="" width={44} height={44} className="size-11 rounded-xl" />
      </Party>
      <span aria-hidden className="flex items-center gap-1 pb-6 text-muted">
        <span className="w-5 border-t-2 border-dotted border-control-line" />
        <Icon path={linkIcon} />
        <span className="w-5 border-t-2 border-dotted border-control-line" />
      </span>
      <Party name={capitalized(brand.serviceName)}>
        <span
          aria-hidden
          className="grid size-11 place-items-center rounded-xl border border-line bg-page text-lg font-semibold text-muted"
        >
          {initialOf(brand.serviceName)}
        </span>
      </Party>
    </div>
  )
}

function Party({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="grid min-w-0 justify-items-center gap-1 text-center text-sm font-medium">
      {children}
      <span className="max-w-full truncate">{name}</span>
    </p>
  )
}

/** The letter that stands for a name without a logo. */
function initialOf(name: string): string {
  const [first = ''] = name.replace(/^the /i, '')
  return first.toLocaleUpperCase()
}
