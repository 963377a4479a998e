import { Icon, linkIcon } from '@/components/ui/icon'

/** The operator and the service, and that the one is to be connected with the other: seen before it is read. */
export function WhoAsks({ site, service }: { site: PartyProps; service: PartyProps }) {
  return (
    // All widths are said, and all begins at the top: nothing moves if the page is painted while half of this is there.
    <div className="grid grid-cols-[minmax(0,1fr)_4.25rem_minmax(0,1fr)] gap-x-3">
      <Party {...site} />
      <span aria-hidden className="dotted flex h-11 items-center gap-1 text-muted">
        <Icon path={linkIcon} />
      </span>
      <Party {...service} />
    </div>
  )
}

interface PartyProps {
  name: string
  /** Its icon; its initial stands in for one. */
  iconUrl: string | null
}

function Party({ name, iconUrl }: PartyProps) {
  return (
    <p className="grid min-w-0 content-start justify-items-center gap-1 text-center text-sm font-medium">
      {iconUrl === null ? (
        <span
          aria-hidden
          className="grid size-11 place-items-center rounded-skin border border-line bg-page text-lg font-semibold text-muted"
        >
          {name.charAt(0).toLocaleUpperCase()}
        </span>
      ) : (
        // eslint-disable-next-line nextjs/no-img-element -- a picture of the skin needs no resizing
        <img src={iconUrl} alt="" width={44} height={44} className="size-11 rounded-skin" />
      )}
      <bdi className="max-w-full truncate">{name}</bdi>
    </p>
  )
}
