import { classNames } from '@/components/ui/class-names'
import { Icon, linkIcon } from '@/components/ui/icon'

/**
 * The marks of the operator and the service, joined by a line. The heading and the header name them. They move together
 * while the browser sends the confirm.
 */
export function WhoAsks({ site, service }: { site: PartyProps; service: PartyProps }) {
  return (
    // All widths are fixed, so that nothing moves if the browser paints the page before all of this has loaded.
    <div aria-hidden className="grid grid-cols-[3rem_4rem_3rem] items-center">
      <Mark {...site} look="bg-accent text-on-accent" move="sending:translate-x-6.5 sending:rtl:-translate-x-6.5" />
      <span className="relative z-1 grid place-items-center text-muted before:absolute before:inset-x-1.5 before:border-t before:border-control-line sending:before:hidden">
        <Icon
          path={linkIcon}
          className="relative box-content size-3.5 rounded-pill border border-control-line bg-surface p-1 outline-surface sending:border-accent sending:bg-accent sending:text-on-accent sending:outline-2"
        />
      </span>
      <Mark {...service} look="bg-text text-surface" move="sending:-translate-x-6.5 sending:rtl:translate-x-6.5" />
    </div>
  )
}

interface PartyProps {
  name: string
  /** The icon, or null to show the initial. */
  iconUrl: string | null
}

function Mark({ name, iconUrl, look, move }: PartyProps & Record<'look' | 'move', string>) {
  const classes = classNames('size-12 rounded-skin transition-[translate] duration-500', move)
  return iconUrl === null ? (
    <span className={`grid place-items-center border border-transparent text-xl font-semibold ${look} ${classes}`}>
      {name.charAt(0).toLocaleUpperCase()}
    </span>
  ) : (
    // eslint-disable-next-line nextjs/no-img-element -- a picture of the skin needs no resizing
    <img src={iconUrl} alt="" width={48} height={48} className={classes} />
  )
}
