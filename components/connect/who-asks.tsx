import { Icon, linkIcon } from '@/components/ui/icon'

/** The marks of the operator and the service, joined by a line. The heading and the header name them. */
export function WhoAsks({ site, service }: { site: PartyProps; service: PartyProps }) {
  return (
    <div aria-hidden className="marks">
      <Mark {...site} />
      <span className="join">
        <Icon path={linkIcon} />
      </span>
      <Mark {...service} />
    </div>
  )
}

interface PartyProps {
  name: string
  /** The icon, or null to show the initial. */
  iconUrl: string | null
}

function Mark({ name, iconUrl }: PartyProps) {
  return iconUrl === null ? (
    <span className="monogram mark">{name.charAt(0).toLocaleUpperCase()}</span>
  ) : (
    // eslint-disable-next-line nextjs/no-img-element -- a picture of the skin needs no resizing
    <img src={iconUrl} alt="" width={48} height={48} className="mark" />
  )
}
