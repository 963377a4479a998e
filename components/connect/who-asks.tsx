import { Icon, linkIcon } from '@/components/ui/icon'

/** The icons of the operator and the service, joined by a dotted line. The heading and the header name them. */
export function WhoAsks({ site, service }: { site: PartyProps; service: PartyProps }) {
  return (
    // All widths are fixed, so that nothing moves if the browser paints the page before all of this has loaded.
    <div aria-hidden className="grid grid-cols-[2.75rem_4.25rem_2.75rem] items-center gap-2.5">
      <PartyIcon {...site} />
      <span className="dotted flex h-5 items-center gap-1 text-muted">
        <Icon path={linkIcon} />
      </span>
      <PartyIcon {...service} />
    </div>
  )
}

interface PartyProps {
  name: string
  /** The icon, or null to show the initial. */
  iconUrl: string | null
}

function PartyIcon({ name, iconUrl }: PartyProps) {
  return iconUrl === null ? (
    <span className="grid size-11 place-items-center rounded-skin border border-line bg-page text-lg font-semibold text-muted">
      {name.charAt(0).toLocaleUpperCase()}
    </span>
  ) : (
    // eslint-disable-next-line nextjs/no-img-element -- a picture of the skin needs no resizing
    <img src={iconUrl} alt="" width={44} height={44} className="size-11 rounded-skin" />
  )
}
